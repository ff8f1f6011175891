import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { type HttpApi, HttpStage, LogGroupLogDestination, type ThrottleSettings } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { ApiDomain } from './domain/custom-domains.ts';
import type { Stage } from './stage.ts';

export type ApiStageProps = {
  readonly stage: Stage;
  readonly api: HttpApi;
  readonly throttle: ThrottleSettings;
  /** The API's custom domain name, if it has one. */
  readonly domainName: ApiDomain | undefined;
  /** Further fields of the access log, by name, and their variables. */
  readonly logged: Readonly<Record<string, string>>;
};

/** Adds the stage `$default` of an HTTP API, with its limits and an access log, and returns the log group. */
export function addApiStage(scope: Construct, { stage, api, throttle, domainName, logged }: ApiStageProps): LogGroup {
  const { logRetention: retention, removalPolicy } = stage;
  const logGroup = new LogGroup(scope, 'AccessLogs', { retention, removalPolicy });
  new HttpStage(scope, 'Stage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle,
    ...(domainName && { domainMapping: { domainName } }),
    accessLogSettings: { destination: new LogGroupLogDestination(logGroup), format: accessLog(logged) },
  });
  return logGroup;
}

// Amazon API Gateway, "Customize HTTP API access logs". Headers are not logged: they hold secrets and tokens.
const accessLog = (logged: Readonly<Record<string, string>>): AccessLogFormat =>
  AccessLogFormat.custom(
    JSON.stringify({
      requestId: AccessLogField.contextRequestId(),
      time: AccessLogField.contextRequestTime(),
      sourceIp: AccessLogField.contextIdentitySourceIp(),
      routeKey: '$context.routeKey',
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
