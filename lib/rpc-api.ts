import { Duration } from 'aws-cdk-lib';
import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { CorsHttpMethod, HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type Route, routes } from '../src/routes.ts';
import type { Stage } from './stage.ts';

export type RpcApiProps = { readonly stage: Stage; readonly authorizer: IFunction; readonly proxy: IFunction };

/** The HTTP API with one POST route for each row of src/routes.ts, every one behind the authorizer. */
export class RpcApi extends Construct {
  private readonly api: HttpApi;

  constructor(scope: Construct, id: string, { stage, authorizer, proxy }: RpcApiProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'HttpApi', {
      apiName: `sluice-${stage.name}-rpc`,
      createDefaultStage: false,
      corsPreflight,
    });
    this.addStage(stage);
    const integration = new HttpLambdaIntegration('Proxy', proxy);
    const authorization = new HttpLambdaAuthorizer('Authorizer', authorizer, {
      identitySource: ['$request.header.X-API-KEY'],
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      // Denials would be cached like permissions: only without a cache is a revoked key refused at once.
      resultsCacheTtl: Duration.seconds(0),
    });
    for (const { path } of routes) {
      this.api.addRoutes({ path, methods: [HttpMethod.POST], integration, authorizer: authorization });
    }
  }

  /** The address of a network's endpoint. */
  addressOf(route: Route): string {
    return `${this.api.apiEndpoint}${route.path}`;
  }

  private addStage({ logRetention: retention, removalPolicy, throttle }: Stage) {
    const logGroup = new LogGroup(this, 'AccessLogs', { retention, removalPolicy });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle,
      accessLogSettings: { destination: new LogGroupLogDestination(logGroup), format: accessLog },
    });
  }
}

// Any web page may call: a key in a header is all that counts, and the gateway sets no cookies.
const corsPreflight = {
  allowOrigins: ['*'],
  allowMethods: [CorsHttpMethod.POST],
  allowHeaders: ['content-type', 'x-api-key'],
  exposeHeaders: [
    'X-Request-Id',
    'RateLimit',
    'RateLimit-Policy',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'Retry-After',
  ],
  maxAge: Duration.days(1),
};

// Amazon API Gateway, "Customize HTTP API access logs". The key goes in by its id; the header holds the secret.
const accessLog = AccessLogFormat.custom(
  JSON.stringify({
    requestId: AccessLogField.contextRequestId(),
    time: AccessLogField.contextRequestTime(),
    sourceIp: AccessLogField.contextIdentitySourceIp(),
    routeKey: '$context.routeKey',
    keyId: '$context.authorizer.keyId',
    status: AccessLogField.contextStatus(),
    responseLength: AccessLogField.contextResponseLength(),
    responseLatency: AccessLogField.contextResponseLatency(),
    integrationLatency: AccessLogField.contextIntegrationLatency(),
    authorizerError: '$context.authorizer.error',
    integrationError: '$context.integrationErrorMessage',
    error: AccessLogField.contextErrorMessage(),
  }),
);
