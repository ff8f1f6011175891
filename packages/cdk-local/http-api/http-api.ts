import type * as v from 'valibot';
import { type InvokePermission, readPermissions } from '../functions/invoke-permissions.ts';
import { readProperties, UnsupportedResourceError } from '../resource-properties.ts';
import type { Resource, Template } from '../template/template.ts';
import {
  apiProperties,
  authorizerProperties,
  integrationProperties,
  routeProperties,
  stageProperties,
} from './api-properties.ts';
import type { HttpRequest } from './api-request.ts';

/** An authorizer that asks a function whether a request may pass. */
export type LambdaAuthorizer = {
  readonly type: 'lambda';
  readonly id: string;
  readonly functionArn: string;
  readonly identitySources: readonly IdentitySource[];
  /** Seconds for which a decision is cached; 0 means no cache. */
  readonly ttl: number;
};

/** An authorizer that accepts tokens of an issuer for one of the audiences. */
export type JwtAuthorizer = {
  readonly type: 'jwt';
  readonly id: string;
  readonly identitySource: IdentitySource;
  readonly issuer: string;
  readonly audience: readonly string[];
};

export type Authorizer = LambdaAuthorizer | JwtAuthorizer;

type ApiIntegration = { readonly functionArn: string /** Milliseconds. */; readonly timeout: number };

export type ApiRoute = {
  /** `POST /path` or `$default`. */
  readonly key: string;
  readonly integration: ApiIntegration;
  readonly authorizer: Authorizer | undefined;
  /** If there are any, a token needs one of them. */
  readonly scopes: readonly string[];
};

export type ApiCors = NonNullable<v.InferOutput<typeof apiProperties>['CorsConfiguration']>;
type ApiStage = v.InferOutput<typeof stageProperties>;

/** An HTTP API of the template with its stage, routes and permissions. */
export type HttpApi = {
  readonly id: string;
  readonly accountId: string;
  readonly region: string;
  readonly stage: ApiStage;
  readonly cors: ApiCors | undefined;
  readonly routes: readonly ApiRoute[];
  readonly permissions: readonly InvokePermission[];
};

/**
 * Reads an AWS::ApiGatewayV2::Api with its stage, routes, integrations, authorizers and the permissions to invoke.
 * @throws {UnsupportedResourceError} for settings that would change behaviour and are not emulated
 */
export function readHttpApi(template: Template, api: Resource, place: { accountId: string; region: string }): HttpApi {
  const belonging = (type: string) => template.ofType(type).filter(({ properties }) => properties.ApiId === api.ref);
  const [stage, ...furtherStages] = belonging('AWS::ApiGatewayV2::Stage');
  if (!stage || furtherStages.length > 0) throw new UnsupportedResourceError(api, 'it must have exactly one stage');
  return {
    ...place,
    id: api.ref,
    stage: readProperties(stage, stageProperties),
    cors: readProperties(api, apiProperties).CorsConfiguration,
    routes: readRoutes(belonging),
    permissions: readPermissions(template, 'apigateway.amazonaws.com'),
  };
}

function readRoutes(belonging: (type: string) => readonly Resource[]): ApiRoute[] {
  const integrations = byRef(belonging('AWS::ApiGatewayV2::Integration').map((it) => [it.ref, readIntegration(it)]));
  const authorizers = byRef(belonging('AWS::ApiGatewayV2::Authorizer').map((it) => [it.ref, readAuthorizer(it)]));
  return belonging('AWS::ApiGatewayV2::Route').map((resource) => {
    const { RouteKey, Target, AuthorizationType, AuthorizerId, AuthorizationScopes } = readProperties(
      resource,
      routeProperties,
    );
    const integration = integrations.get(Target.slice('integrations/'.length));
    if (!integration) throw new UnsupportedResourceError(resource, `there is no integration for ${Target}`);
    const authorizer = authorizers.get(AuthorizerId ?? '');
    if (authorizer?.type !== authorizerTypes[AuthorizationType]) {
      throw new UnsupportedResourceError(resource, `AuthorizationType ${AuthorizationType} and its authorizer differ`);
    }
    return { key: RouteKey, integration, authorizer, scopes: AuthorizationScopes };
  });
}

const authorizerTypes = { NONE: undefined, CUSTOM: 'lambda', JWT: 'jwt' } as const;

const byRef = <T>(entries: [string, T][]): Map<string, T> => new Map(entries);

function readIntegration(resource: Resource): ApiIntegration {
  const { IntegrationUri, TimeoutInMillis } = readProperties(resource, integrationProperties);
  return { functionArn: IntegrationUri, timeout: TimeoutInMillis };
}

function readAuthorizer(resource: Resource): Authorizer {
  const properties = readProperties(resource, authorizerProperties);
  if (properties.AuthorizerType === 'REQUEST') return readLambdaAuthorizer(resource, properties);
  const { JwtConfiguration, IdentitySource } = properties;
  return {
    type: 'jwt',
    id: resource.ref,
    identitySource: readIdentitySource(IdentitySource[0], resource),
    issuer: JwtConfiguration.Issuer,
    audience: JwtConfiguration.Audience,
  };
}

type LambdaProperties = Extract<v.InferOutput<typeof authorizerProperties>, { AuthorizerType: 'REQUEST' }>;

function readLambdaAuthorizer(resource: Resource, properties: LambdaProperties): LambdaAuthorizer {
  const functionArn = /\/functions\/(arn:aws:lambda:[^/]+)\/invocations$/.exec(properties.AuthorizerUri)?.[1];
  if (!functionArn) throw new UnsupportedResourceError(resource, 'AuthorizerUri: does not name a function');
  const identitySources = properties.IdentitySource.map((source) => readIdentitySource(source, resource));
  // Without an identity source a decision has no cache key (API Gateway Developer Guide, "Caching").
  const ttl = identitySources.length === 0 ? 0 : (properties.AuthorizerResultTtlInSeconds ?? 300);
  return { type: 'lambda', id: resource.ref, functionArn, identitySources, ttl };
}

/** Returns the value that identifies the caller; undefined if the request has none. */
type IdentitySource = (request: HttpRequest) => string | undefined;

/**
 * Reads `$request.header.NAME` or `$request.querystring.NAME`.
 * @throws {UnsupportedResourceError} for other sources.
 */
function readIdentitySource(expression: string, resource: Resource): IdentitySource {
  const [, kind, name] = /^\$request\.(header|querystring)\.(.+)$/.exec(expression) ?? [];
  if (kind === 'header' && name) return ({ headers }) => headers[name.toLowerCase()];
  if (kind === 'querystring' && name) return ({ query }) => query[name];
  throw new UnsupportedResourceError(resource, `IdentitySource: ${expression} is not emulated`);
}
