import type { HttpApi } from './http-api.ts';
import type { HttpRequest } from './request.ts';
import type { Match } from './routes.ts';

/** One request at its route: what its events are made of. */
export type Visit = { readonly api: HttpApi; readonly request: HttpRequest; readonly match: Match };

/** What an authorizer handed on: a function's context, null where it gave none; of a token its claims and scopes. */
export type AuthorizerContext = Readonly<Record<string, unknown>> | null;

/** The `requestContext` of an event; `authorizer` is left out where the route has none. */
export function requestContext({ api, request, match }: Visit, authorizer: AuthorizerContext | undefined) {
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

/** The name that the client called the API by, without the port. */
export const domainOf = ({ headers }: HttpRequest): string => (headers.host ?? 'localhost').replace(/:\d+$/, '');

/** Like `24/Sep/2026:21:18:46 +0000` (captured). */
export function formatTime(milliseconds: number): string {
  const [, day, month, year, time] = new Date(milliseconds).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}

/** The ARN of an API in execute-api. */
export const apiArn = ({ region, accountId, id }: HttpApi): string =>
  `arn:aws:execute-api:${region}:${accountId}:${id}`;

/** The ARN under which a route is called: what permissions and the authorizer's event name. */
export function routeArn({ api, request, match }: Visit): string {
  const { key } = match.route;
  const [method = '', path = ''] = key === '$default' ? [request.method, '/$default'] : key.split(' ');
  return `${apiArn(api)}/${api.stage.StageName}/${method}${path}`;
}
