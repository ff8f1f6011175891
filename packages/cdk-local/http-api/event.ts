import { encodeBody } from './body.ts';
import type { HttpRequest } from './request.ts';
import { type AuthorizerContext, requestContext, routeArn, type Visit } from './request-context.ts';

/**
 * The authorizer's event, payload format 2.0, as JSON. Keys that would be empty are left out (captured).
 * `identity` is null where the authorizer names no identity source.
 */
export function authorizerEvent(visit: Visit, identity: readonly string[]): string {
  return JSON.stringify({
    version: '2.0',
    type: 'REQUEST',
    routeArn: routeArn(visit),
    identitySource: identity.length === 0 ? null : identity,
    ...before(visit),
    requestContext: requestContext(visit, undefined),
    ...after(visit),
  });
}

/** The integration's event, payload format 2.0, as JSON, in the order of keys that was captured. */
export function proxyEvent(visit: Visit, authorizer: AuthorizerContext | undefined): string {
  return JSON.stringify({
    version: '2.0',
    ...before(visit),
    requestContext: requestContext(visit, authorizer),
    ...after(visit),
    ...encodeBody(visit.request.body, visit.request.headers['content-type']),
  });
}

const before = ({ request, match }: Visit) => ({
  routeKey: match.route.key,
  rawPath: request.path,
  rawQueryString: request.rawQueryString,
  cookies: request.cookies.length > 0 ? request.cookies : undefined,
  headers: eventHeaders(request),
  queryStringParameters: unlessEmpty(request.query),
});

const after = ({ api, match }: Visit) => ({
  pathParameters: unlessEmpty(match.pathParameters),
  stageVariables: unlessEmpty(api.stage.StageVariables),
});

const unlessEmpty = (values: Readonly<Record<string, string>>) => (Object.keys(values).length > 0 ? values : undefined);

// The gateway has read the body by then, so its length is known also where the client sent it in chunks.
const eventHeaders = ({ headers, body }: HttpRequest): Record<string, string> => {
  const length = body.length > 0 ? { 'content-length': String(body.length) } : {};
  return Object.fromEntries(
    Object.entries({ ...length, ...headers }).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
};
