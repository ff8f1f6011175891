import { createSourceLimit } from '../accounts/source-limit.ts';
import { type Api, type ApiContext, originOf, requestOf, serveRoutes } from './app.ts';
import { negotiate } from './negotiated-response.ts';
import type { PublicApiDeps } from './public-operation.ts';
import { publicRoutes } from './public-routes.ts';

/**
 * The operations for callers without a token. A source over its limit is refused before anything else is read of its
 * request.
 */
export function createPublicApi(deps: PublicApiDeps): Api {
  const takeOfSource = createSourceLimit(deps);
  const routes = publicRoutes.map(({ method, path, operation, limit }) => ({
    method,
    path,
    run: async (c: ApiContext) => {
      c.set('operation', operation.id);
      await takeOfSource(limit, c.var.clientAddress ?? c.env.sourceIp);
      const toResponse = negotiate(c.env.headers.accept, operation);
      const context = { origin: originOf(c), deps };
      return toResponse(await operation.serve(requestOf(c, operation), context), c.req.url);
    },
  }));
  return serveRoutes(routes, deps);
}
