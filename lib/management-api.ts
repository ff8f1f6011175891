import { Duration } from 'aws-cdk-lib';
import { CorsHttpMethod, HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpUserPoolAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { addApiStage } from './api-stage.ts';
import type { ApiDomain } from './domain/custom-domains.ts';
import type { Stage } from './stage.ts';
import type { UserPool } from './user-pool.ts';

export type ManagementApiProps = {
  readonly stage: Stage;
  readonly userPool: UserPool;
  readonly handler: IFunction;
  /** The one other origin whose pages may call: those of the dashboard's own origin ask no leave. */
  readonly dashboardOrigin: string | undefined;
  readonly domainName: ApiDomain | undefined;
};

/**
 * The HTTP API under `/v1`, for those who carry a token of the user pool. It is one route for each method and not one
 * for each resource: what there is under `/v1` is said in lambda/control-plane/routes.ts alone.
 */
export class ManagementApi extends Construct {
  /** Without a slash at its end, and without `/v1`. */
  readonly address: string;

  constructor(scope: Construct, id: string, props: ManagementApiProps) {
    super(scope, id);
    const { stage, userPool, handler, dashboardOrigin, domainName } = props;
    const api = new HttpApi(this, 'HttpApi', {
      apiName: `sluice-${stage.name}-management`,
      createDefaultStage: false,
      // One address: what a domain of one's own demands of TLS is demanded of every request.
      ...(domainName && { disableExecuteApiEndpoint: true }),
      ...(dashboardOrigin !== undefined && { corsPreflight: { ...corsPreflight, allowOrigins: [dashboardOrigin] } }),
    });
    this.address = domainName?.own.url ?? api.apiEndpoint;
    addApiStage(this, { stage, api, throttle: stage.throttle.management, domainName, logged });
    api.addRoutes({
      path: '/v1/{proxy+}',
      // A route for any method would take the place of the gateway's own answer to a preflight request.
      methods: [HttpMethod.GET, HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH],
      integration: new HttpLambdaIntegration('Handler', handler, { scopePermissionToRoute: false }),
      authorizer: new HttpUserPoolAuthorizer('Authorizer', userPool, { userPoolClients: [userPool.client] }),
    });
  }
}

// The account is the user of the token, who is logged by id; the token is not.
const logged = { path: '$context.path', accountId: '$context.authorizer.claims.sub' };

const corsPreflight = {
  allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.POST, CorsHttpMethod.PUT, CorsHttpMethod.PATCH],
  allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
  exposeHeaders: ['X-Request-Id', 'Retry-After'],
  maxAge: Duration.days(1),
};
