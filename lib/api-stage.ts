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
  /** The API's own name, where it has one. */
  readonly domainName: ApiDomain | undefined;
  /** What the access log says beside what it says of every API: names, and variables of the access log. */
  readonly logged: Readonly<Record<string, string>>;
};

/** Adds the one stage of an HTTP API, `$default`, with its limits and an access log in a group of its own, which it gives back. */
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

// Amazon API Gateway, "Customize HTTP API access logs". No header goes in: they hold secrets and tokens.
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
