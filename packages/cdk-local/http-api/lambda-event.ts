import type { ApiAnswer } from './api-answer.ts';
import { encodeBody, type HttpRequest } from './api-request.ts';
import type { Match } from './choose-route.ts';
import type { Authorizer, HttpApi } from './http-api.ts';

/**
 * The authorizer's event, payload format 2.0, as JSON. It has no empty keys (captured). `identity` is null
 * if the authorizer has no identity source.
 */
export function authorizerEvent(visit: RoutedRequest, identity: readonly string[]): string {
  return JSON.stringify({
    version: '2.0',
    type: 'REQUEST',
    routeArn: routeArn(visit),
    identitySource: identity.length === 0 ? null : identity,
    ...eventHead(visit),
    requestContext: requestContext(visit, undefined),
    ...eventTail(visit),
  });
}

/** The integration's event, payload format 2.0, as JSON, with its keys in the captured order. */
export function proxyEvent(visit: RoutedRequest, authorizer: AuthorizerContext | undefined): string {
  return JSON.stringify({
    version: '2.0',
    ...eventHead(visit),
    requestContext: requestContext(visit, authorizer),
    ...eventTail(visit),
    ...encodeBody(visit.request.body, visit.request.headers['content-type']),
  });
}

const eventHead = ({ request, match }: RoutedRequest) => ({
  routeKey: match.route.key,
  rawPath: request.path,
  rawQueryString: request.rawQueryString,
  cookies: request.cookies.length > 0 ? request.cookies : undefined,
  headers: eventHeaders(request),
  queryStringParameters: unlessEmpty(request.query),
});

const eventTail = ({ api, match }: RoutedRequest) => ({
  pathParameters: unlessEmpty(match.pathParameters),
  stageVariables: unlessEmpty(api.stage.StageVariables),
});

const unlessEmpty = (values: Readonly<Record<string, string>>) => (Object.keys(values).length > 0 ? values : undefined);

// The gateway has read the body, so its length is known even if the client sent it in chunks.
const eventHeaders = ({ headers, body }: HttpRequest): Record<string, string> => {
  const length = body.length > 0 ? { 'content-length': String(body.length) } : {};
  return Object.fromEntries(
    Object.entries({ ...length, ...headers }).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
};

/** A request with its route, from which its events are made. */
export type RoutedRequest = { readonly api: HttpApi; readonly request: HttpRequest; readonly match: Match };

/** The context of an authorizer: a function's context or null, or a token's claims and scopes. */
export type AuthorizerContext = Readonly<Record<string, unknown>> | null;

/** The `requestContext` of an event; without `authorizer` if the route has none. */
function requestContext({ api, request, match }: RoutedRequest, authorizer: AuthorizerContext | undefined) {
  const domainName = domainOf(request);
  return {
    accountId: api.accountId,
    apiId: api.id,
    authorizer: authorizer === undefined ? undefined : { [match.route.authorizer?.type ?? 'lambda']: authorizer },
    domainName,
    domainPrefix: domainName.split('.')[0],
    http: {
      method: request.method,
      path: request.path,
      protocol: request.protocol,
      sourceIp: request.sourceIp,
      userAgent: request.headers['user-agent'] ?? '',
    },
    requestId: request.id,
    routeKey: match.route.key,
    stage: api.stage.StageName,
    time: formatTime(request.receivedAt),
    timeEpoch: request.receivedAt,
  };
}

/** The host name that the client used, without the port. */
const domainOf = ({ headers }: HttpRequest): string => (headers.host ?? 'localhost').replace(/:\d+$/, '');

/** Such as `24/Sep/2026:21:18:46 +0000` (captured). */
export function formatTime(milliseconds: number): string {
  const [, day, month, year, time] = new Date(milliseconds).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}

/** The ARN of an API in execute-api. */
export const apiArn = ({ region, accountId, id }: HttpApi): string =>
  `arn:aws:execute-api:${region}:${accountId}:${id}`;

/** The ARN of a route in permissions and in the authorizer's event. */
export function routeArn({ api, request, match }: RoutedRequest): string {
  const { key } = match.route;
  const [method = '', path = ''] = key === '$default' ? [request.method, '/$default'] : key.split(' ');
  return `${apiArn(api)}/${api.stage.StageName}/${method}${path}`;
}

/** The authorizer's decision; `error` is for the access log. */
export type AuthorizerResult =
  | { readonly allowed: true; readonly context: AuthorizerContext }
  | {
      readonly allowed: false;
      readonly answer: ApiAnswer;
      readonly context: AuthorizerContext;
      readonly error?: string;
    };

/** Asks an authorizer whether a request may pass. */
export type Authorize<A extends Authorizer = Authorizer> = (
  authorizer: A,
  visit: RoutedRequest,
) => Promise<AuthorizerResult>;
