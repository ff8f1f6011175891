import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { CorsHttpMethod, HttpApi, HttpMethod, type ThrottleSettings } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  HttpJwtAuthorizer,
  HttpLambdaAuthorizer,
  HttpLambdaResponseType,
} from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { type ApiStageProps, addApiStage } from '../api-stage.ts';
import type { ApiDomain } from '../domain/custom-domains.ts';
import type { Stage } from '../instance/stage.ts';
import type { EffectiveSettings } from '../settings/settings.ts';
import type { UserPool } from '../users/user-pool.ts';

export type ManagementApiProps = {
  readonly stage: Stage;
  readonly userPool: UserPool;
  readonly handler: IFunction;
  readonly keyApi: Readonly<Record<'authorizer' | 'handler', IFunction>>;
  /** Looks up account tokens. */
  readonly tokenAuthorizer: IFunction;
  /** Answers callers without a token. */
  readonly publicApi: IFunction;
  /** What happens to leaked keys decides which routes there are. */
  readonly leakedKeys: EffectiveSettings['leakedKeys'];
  /** Gets Stripe's events; undefined if billing is off. */
  readonly billingEvents: IFunction | undefined;
  /** A second origin whose pages may call the API. The dashboard's own pages need no CORS. */
  readonly dashboardOrigin: string | undefined;
  readonly domainName: ApiDomain | undefined;
};

/**
 * The HTTP API under `/v1`. For callers with a token of the user pool it has one route per HTTP method, not per resource:
 * src/management-api/api-routes.ts lists the resources. Those for account tokens are there a second time, under
 * `/by-token`, with an authorizer of their own. Some operations need no token: who signs up has none,
 * who found a secret shows it, and Stripe and GitHub sign what they send.
 */
export class ManagementApi extends Construct {
  /** Without a trailing slash and without `/v1`. */
  readonly address: string;
  readonly httpApi: HttpApi;

  constructor(scope: Construct, id: string, props: ManagementApiProps) {
    super(scope, id);
    const { stage, userPool, handler, keyApi, tokenAuthorizer, dashboardOrigin, domainName } = props;
    const api = new HttpApi(this, 'HttpApi', {
      apiName: `sluice-${stage.instance}-management`,
      createDefaultStage: false,
      // With a custom domain, its minimum TLS version must hold for every request.
      ...(domainName && { disableExecuteApiEndpoint: true }),
      ...(dashboardOrigin !== undefined && { corsPreflight: { ...corsPreflight, allowOrigins: [dashboardOrigin] } }),
    });
    this.httpApi = api;
    this.address = domainName?.customDomain.url ?? api.apiEndpoint;
    const integration = new HttpLambdaIntegration('Handler', handler, { scopePermissionToRoute: false });
    api.addRoutes({
      path: '/v1/{proxy+}',
      // A route for ANY would replace API Gateway's answer to a preflight request.
      methods: [HttpMethod.GET, HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH],
      integration,
      authorizer: new HttpJwtAuthorizer('Authorizer', issuerOf(userPool), {
        jwtAudience: [userPool.client.userPoolClientId],
      }),
    });
    api.addRoutes({
      path: '/by-token/v1/{proxy+}',
      methods: [HttpMethod.GET, HttpMethod.POST, HttpMethod.PATCH],
      integration,
      authorizer: new HttpLambdaAuthorizer('TokenAuthorizer', tokenAuthorizer, {
        ...uncached,
        identitySource: ['$request.header.Authorization'],
      }),
    });
    // An exact path takes precedence over a greedy one.
    api.addRoutes({
      path: '/v1/key',
      methods: [HttpMethod.GET],
      integration: new HttpLambdaIntegration('KeyHandler', keyApi.handler),
      authorizer: new HttpLambdaAuthorizer('KeyAuthorizer', keyApi.authorizer, {
        ...uncached,
        identitySource: ['$request.header.X-API-KEY'],
      }),
    });
    const { management } = stage.throttle;
    const routeThrottles = { ...addPublicRoutes(api, props), ...addEventRoute(api, props) };
    addApiStage(this, { stage, api, throttle: management, routeThrottles, domainName, logged });
  }
}

/** A revoked key or token is refused at once only without a cache. */
const uncached = { responseTypes: [HttpLambdaResponseType.SIMPLE], resultsCacheTtl: Duration.seconds(0) };

/** The CDK's authorizer for user pools has AWS's suffix as a literal. */
const issuerOf = (userPool: UserPool): string => {
  const { region, urlSuffix } = Stack.of(userPool);
  return `https://cognito-idp.${region}.${urlSuffix}/${userPool.userPoolId}`;
};

type RouteThrottles = NonNullable<ApiStageProps['routeThrottles']>;

/** Adds routes without an authorizer. */
const addOpenRoutes = (
  api: HttpApi,
  paths: readonly string[],
  integration: HttpLambdaIntegration,
  { throttle, reason }: { readonly throttle: ThrottleSettings; readonly reason: string },
): RouteThrottles =>
  Object.fromEntries(
    paths.flatMap((path) =>
      api.addRoutes({ path, methods: [HttpMethod.POST], integration }).map((route) => {
        Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason });
        return [`POST ${path}`, { route, throttle }] as const;
      }),
    ),
  );

const addPublicRoutes = (api: HttpApi, { stage, publicApi, leakedKeys }: ManagementApiProps): RouteThrottles =>
  addOpenRoutes(
    api,
    [
      '/v1/sign-up',
      '/v1/recover',
      ...(leakedKeys.byHolder === 'off' ? [] : ['/v1/key/revoke']),
      ...(leakedKeys.byGitHub === 'off' ? [] : ['/v1/leaks/github']),
    ],
    new HttpLambdaIntegration('PublicHandler', publicApi, { scopePermissionToRoute: false }),
    {
      throttle: stage.throttle.publicRoute,
      reason:
        'Visitors without an account have no token: a leaked secret, or GitHub’s signature, is proof. The route has its ' +
        'own throttle, and the function limits callers.',
    },
  );

const addEventRoute = (api: HttpApi, { stage, billingEvents }: ManagementApiProps): RouteThrottles =>
  billingEvents
    ? addOpenRoutes(api, ['/v1/billing/events'], new HttpLambdaIntegration('BillingEvents', billingEvents), {
        throttle: stage.throttle.billingEvents,
        reason: 'Stripe has no token: it signs its events. The route has its own throttle.',
      })
    : {};

// The account id is the token's `sub`. The token is not logged.
const logged = {
  routeKey: '$context.routeKey',
  path: '$context.path',
  accountId: '$context.authorizer.claims.sub',
  keyId: '$context.authorizer.keyId',
  tokenId: '$context.authorizer.tokenId',
};

// A page cannot send X-API-KEY: a key does not belong in web pages, and GET /v1/key is for servers.
const corsPreflight = {
  allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.POST, CorsHttpMethod.PUT, CorsHttpMethod.PATCH],
  allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
  exposeHeaders: ['X-Request-Id', 'Retry-After', 'Link'],
  maxAge: Duration.days(1),
};
