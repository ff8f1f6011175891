import type { ApiRoute } from './http-api.ts';
import { unconfirmed } from './unconfirmed.ts';

/** The route of a request, and the values of its path variables. */
export type Match = { readonly route: ApiRoute; readonly pathParameters: Readonly<Record<string, string>> };

/**
 * Chooses the route for a method and a decoded path: an exact match, then one with variables, then a greedy one, then
 * `$default`; on the same path a specific method precedes ANY (API Gateway Developer Guide, "Routing API requests").
 * A trailing slash matters: /x is not /x/, which only a greedy /x/{rest+} takes.
 */
export function chooseRoute(routes: readonly ApiRoute[], method: string, path: string): Match | undefined {
  const matches = routes.flatMap((route) => matchRoute(route, method, path) ?? []);
  return matches.toSorted((left, right) => (rankOf(left.route) < rankOf(right.route) ? -1 : 1))[0];
}

function matchRoute(route: ApiRoute, method: string, path: string): Match | undefined {
  if (route.key === '$default') return { route, pathParameters: {} };
  const [routeMethod = '', routePath = ''] = route.key.split(' ');
  if (routeMethod !== 'ANY' && routeMethod !== method) return undefined;
  const pathParameters = matchPath(routePath.split('/'), path.split('/'));
  return pathParameters && { route, pathParameters };
}

function matchPath(pattern: string[], segments: string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const variable = /^\{([^}]+?)(\+?)\}$/.exec(expected);
    const actual = variable?.[2] ? segments.slice(index).join('/') : segments[index];
    // Below the root only: /{proxy+} is not the route of /.
    const mayBeEmpty = variable?.[2] && unconfirmed.greedyVariableMayBeEmpty && index > 1 && index < segments.length;
    if (variable?.[1] && actual) parameters[variable[1]] = actual;
    else if (mayBeEmpty) return parameters;
    else if (actual !== expected) return undefined;
    if (variable?.[2]) return parameters;
  }
  return pattern.length === segments.length ? parameters : undefined;
}

// Per segment 0 for text, 1 for a variable, 2 for a greedy one; then 0 for a specific method, 1 for ANY.
function rankOf({ key }: ApiRoute): string {
  if (key === '$default') return '9';
  const [method = '', path = ''] = key.split(' ');
  const segments = path.split('/').map((segment) => (!segment.startsWith('{') ? 0 : segment.endsWith('+}') ? 2 : 1));
  return `${segments.join('')}-${method === 'ANY' ? 1 : 0}`;
}
