import type * as v from 'valibot';
import { readProperties, UnsupportedResourceError } from '../properties.ts';
import type { Resource, Template } from '../template/template.ts';
import { type IdentitySource, readIdentitySource } from './identity-source.ts';
import { type Permission, readPermissions } from './permissions.ts';
import {
  apiProperties,
  authorizerProperties,
  integrationProperties,
  routeProperties,
  stageProperties,
} from './properties.ts';

export type Authorizer = {
  readonly id: string;
  readonly functionArn: string;
  readonly identitySources: readonly IdentitySource[];
  /** Seconds that a verdict is kept; 0 for not at all. */
  readonly ttl: number;
};

export type Integration = { readonly functionArn: string /** Milliseconds. */; readonly timeout: number };

export type Route = {
  /** `POST /path` or `$default`. */
  readonly key: string;
  readonly integration: Integration;
  readonly authorizer: Authorizer | undefined;
};

export type Cors = NonNullable<v.InferOutput<typeof apiProperties>['CorsConfiguration']>;
export type Stage = v.InferOutput<typeof stageProperties>;

/** An HTTP API of the template with everything that hangs on it. */
export type HttpApi = {
  readonly id: string;
  readonly accountId: string;
  readonly region: string;
  readonly stage: Stage;
  readonly cors: Cors | undefined;
  readonly routes: readonly Route[];
  readonly permissions: readonly Permission[];
};

/**
 * Reads an AWS::ApiGatewayV2::Api with its stage, routes, integrations, authorizers and the permissions to invoke.
 * @throws {UnsupportedResourceError} for anything that would change behaviour and is not emulated.
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
    permissions: readPermissions(template),
  };
}

function readRoutes(belonging: (type: string) => readonly Resource[]): Route[] {
  const integrations = byRef(belonging('AWS::ApiGatewayV2::Integration').map((it) => [it.ref, readIntegration(it)]));
  const authorizers = byRef(belonging('AWS::ApiGatewayV2::Authorizer').map((it) => [it.ref, readAuthorizer(it)]));
  return belonging('AWS::ApiGatewayV2::Route').map((resource) => {
    const { RouteKey, Target, AuthorizationType, AuthorizerId } = readProperties(resource, routeProperties);
    const integration = integrations.get(Target.slice('integrations/'.length));
    if (!integration) throw new UnsupportedResourceError(resource, `there is no integration for ${Target}`);
    const authorizer = authorizers.get(AuthorizerId ?? '');
    if ((AuthorizationType === 'CUSTOM') !== (authorizer !== undefined)) {
      throw new UnsupportedResourceError(resource, 'AuthorizationType CUSTOM and an authorizer go together');
    }
    return { key: RouteKey, integration, authorizer };
  });
}

const byRef = <T>(entries: [string, T][]): Map<string, T> => new Map(entries);

function readIntegration(resource: Resource): Integration {
  const { IntegrationUri, TimeoutInMillis } = readProperties(resource, integrationProperties);
  return { functionArn: IntegrationUri, timeout: TimeoutInMillis };
}

function readAuthorizer(resource: Resource): Authorizer {
  const properties = readProperties(resource, authorizerProperties);
  const functionArn = /\/functions\/(arn:aws:lambda:[^/]+)\/invocations$/.exec(properties.AuthorizerUri)?.[1];
  if (!functionArn) throw new UnsupportedResourceError(resource, 'AuthorizerUri: does not name a function');
  const identitySources = properties.IdentitySource.map((source) => readIdentitySource(source, resource));
  // Without an identity source there is nothing to keep a verdict under (API Gateway Developer Guide, "Caching").
  const ttl = identitySources.length === 0 ? 0 : (properties.AuthorizerResultTtlInSeconds ?? 300);
  return { id: resource.ref, functionArn, identitySources, ttl };
}
