import * as v from 'valibot';
import { readSnapshot } from '../release-snapshot.ts';

const routeSchema = v.looseObject({ RouteKey: v.string() });

type Resources = Record<string, { readonly Type?: unknown; Properties?: Record<string, unknown> | undefined }>;

/**
 * Gives routes of the present template the keys of those that only the last release has: a deployment adds and deletes
 * routes after it has moved all aliases, so that calls come by the old ones as long as two versions serve.
 */
export function useRoutesOfLastRelease(present: Resources): void {
  const last = keysOf(readSnapshot().templates.prod?.Resources ?? {});
  const older = last.filter((key) => !keysOf(present).includes(key));
  for (const { Properties } of callRoutesOf(present)) {
    if (Properties && !last.includes(keyOf(Properties))) Properties.RouteKey = older.shift() ?? Properties.RouteKey;
  }
}

/** Makes API Gateway ask its authorizers for each request. */
export function keepNoAnswers(present: Resources): void {
  for (const { Type, Properties } of Object.values(present)) {
    if (Type === 'AWS::ApiGatewayV2::Authorizer' && Properties && 'AuthorizerResultTtlInSeconds' in Properties) {
      Properties.AuthorizerResultTtlInSeconds = 0;
    }
  }
}

const callRoutesOf = (resources: Resources) =>
  Object.entries(resources).flatMap(([id, resource]) =>
    resource.Type === 'AWS::ApiGatewayV2::Route' && id.startsWith('DataPlaneApi') ? [resource] : [],
  );

const keyOf = (properties: unknown): string => v.parse(routeSchema, properties).RouteKey;
const keysOf = (resources: Resources): string[] => callRoutesOf(resources).map(({ Properties }) => keyOf(Properties));
