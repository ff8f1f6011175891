import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnStage,
  type HttpApi,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
  type ThrottleSettings,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { ApiDomain } from './domain/custom-domains.ts';
import { logSettings, type Stage } from './instance/stage.ts';

export type ApiStageProps = {
  readonly stage: Stage;
  readonly api: HttpApi;
  readonly throttle: ThrottleSettings;
  /** Routes with limits of their own, by route key. */
  readonly routeThrottles?: Readonly<
    Record<string, { readonly route: HttpRoute; readonly throttle: ThrottleSettings }>
  >;
  /** The API's custom domain name, if it has one. */
  readonly domainName: ApiDomain | undefined;
  /** Further fields of the access log, by name, and their variables. */
  readonly logged: Readonly<Record<string, string>>;
};

/** Adds the stage `$default` of an HTTP API, with its limits and an access log, and returns the log group. */
export function addApiStage(scope: Construct, props: ApiStageProps): LogGroup {
  const { stage, api, throttle, routeThrottles = {}, domainName, logged } = props;
  const logGroup = new LogGroup(scope, 'AccessLogs', logSettings(stage));
  const httpStage = new HttpStage(scope, 'Stage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle,
    ...(domainName && { domainMapping: { domainName } }),
    accessLogSettings: { destination: new LogGroupLogDestination(logGroup), format: accessLog(logged) },
  });
  throttleRoutes(httpStage, routeThrottles);
  return logGroup;
}

/** The CDK's stage has no settings of routes. */
function throttleRoutes(stage: HttpStage, routeThrottles: NonNullable<ApiStageProps['routeThrottles']>): void {
  const throttled = Object.entries(routeThrottles);
  const resource = stage.node.defaultChild;
  if (throttled.length === 0 || !CfnStage.isCfnStage(resource)) return;
  resource.routeSettings = Object.fromEntries(
    throttled.map(
      ([
        key,
        {
          throttle: { rateLimit, burstLimit },
        },
      ]) => [key, { ThrottlingRateLimit: rateLimit, ThrottlingBurstLimit: burstLimit }],
    ),
  );
  // API Gateway refuses settings of a route that does not exist yet.
  for (const [, { route }] of throttled) stage.node.addDependency(route);
}

// Amazon API Gateway, "Customize HTTP API access logs". Headers are not logged: they hold secrets and tokens.
const accessLog = (logged: Readonly<Record<string, string>>): AccessLogFormat =>
  AccessLogFormat.custom(
    JSON.stringify({
      requestId: AccessLogField.contextRequestId(),
      time: AccessLogField.contextRequestTime(),
      sourceIp: AccessLogField.contextIdentitySourceIp(),
      ...logged,
      status: AccessLogField.contextStatus(),
      responseLength: AccessLogField.contextResponseLength(),
      responseLatency: AccessLogField.contextResponseLatency(),
      integrationLatency: AccessLogField.contextIntegrationLatency(),
      authorizerError: '$context.authorizer.error',
      integrationError: '$context.integrationErrorMessage',
      error: AccessLogField.contextErrorMessage(),
    }),
  );
