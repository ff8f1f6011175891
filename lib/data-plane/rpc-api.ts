import { Duration } from 'aws-cdk-lib';
import { CorsHttpMethod, HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Network } from '../../src/network.ts';
import { addApiStage } from '../api-stage.ts';
import type { ApiDomain } from '../domain/custom-domains.ts';
import type { Stage } from '../instance/stage.ts';
import { allowedHeaderNames } from './cors-headers.ts';

export type RpcApiProps = {
  readonly stage: Stage;
  readonly authorizer: IFunction;
  readonly proxy: IFunction;
  readonly domainName: ApiDomain | undefined;
  /** Further request headers that web pages may send. */
  readonly corsHeaders: readonly string[];
  /** How long API Gateway may keep the authorizer's answers. */
  readonly authorizerCacheSeconds: number;
};

/**
 * The HTTP API. Two routes take the paths of all networks, behind the authorizer: the functions know the networks, so that
 * a further network is no further resource.
 */
export class RpcApi extends Construct {
  /** Without a trailing slash. */
  readonly address: string;
  readonly httpApi: HttpApi;
  readonly apiId: string;
  readonly accessLogs: LogGroup;

  constructor(scope: Construct, id: string, props: RpcApiProps) {
    super(scope, id);
    const { stage, authorizer, proxy, domainName, corsHeaders, authorizerCacheSeconds } = props;
    const api = new HttpApi(this, 'HttpApi', {
      apiName: `sluice-${stage.instance}-rpc`,
      createDefaultStage: false,
      // With a custom domain, its minimum TLS version must hold for every request.
      ...(domainName && { disableExecuteApiEndpoint: true }),
      corsPreflight: corsPreflight(corsHeaders),
    });
    this.address = domainName?.customDomain.url ?? api.apiEndpoint;
    this.httpApi = api;
    this.apiId = api.apiId;
    // The log has the key's id, never its secret. The path would be a caller's text. The authorizer cannot tell the network:
    // one cached answer serves them all.
    const logged = { route: '$context.routeKey', keyId: '$context.authorizer.keyId' };
    this.accessLogs = addApiStage(this, { stage, api, throttle: stage.throttle.rpc, domainName, logged });
    const integration = new HttpLambdaIntegration('Proxy', proxy, { scopePermissionToRoute: false });
    const authorization = new HttpLambdaAuthorizer('Authorizer', authorizer, {
      identitySource: ['$request.header.X-API-KEY'],
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      // Nothing depends on a cached answer: the proxy reads the key for every request (docs/decisions/0060).
      resultsCacheTtl: Duration.seconds(authorizerCacheSeconds),
    });
    for (const path of ['/', '/{path+}']) {
      const routes = api.addRoutes({ path, methods: [HttpMethod.POST], integration, authorizer: authorization });
      // A version from before the greedy route would answer it with 404: the aliases move first.
      for (const route of routes) route.node.addDependency(authorizer, proxy);
    }
  }

  /** The address of a network's endpoint. */
  addressOf({ path }: Network): string {
    return `${this.address}${path}`;
  }
}

// Any web page may call: only the key in the header authorizes, and the gateway sets no cookies.
const corsPreflight = (corsHeaders: readonly string[]) => ({
  allowOrigins: ['*'],
  allowMethods: [CorsHttpMethod.POST],
  allowHeaders: allowedHeaderNames(corsHeaders),
  exposeHeaders: [
    'X-Request-Id',
    'RateLimit',
    'RateLimit-Policy',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'Retry-After',
    'Server-Timing',
  ],
  maxAge: Duration.days(1),
});
