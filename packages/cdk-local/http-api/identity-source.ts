import { UnsupportedResourceError } from '../properties.ts';
import type { Resource } from '../template/template.ts';
import type { HttpRequest } from './request.ts';

/** Gives the value that identifies the caller, or nothing where the request has none. */
export type IdentitySource = (request: HttpRequest) => string | undefined;

/**
 * Reads `$request.header.NAME` or `$request.querystring.NAME`.
 * @throws {UnsupportedResourceError} for other sources.
 */
export function readIdentitySource(expression: string, resource: Resource): IdentitySource {
  const [, kind, name] = /^\$request\.(header|querystring)\.(.+)$/.exec(expression) ?? [];
  if (kind === 'header' && name) return ({ headers }) => headers[name.toLowerCase()];
  if (kind === 'querystring' && name) return ({ query }) => query[name];
  throw new UnsupportedResourceError(resource, `IdentitySource: ${expression} is not emulated`);
}
