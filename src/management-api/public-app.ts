import type { AttemptLimit } from '../accounts/attempt-limits.ts';
import { createSourceLimit } from '../accounts/source-limit.ts';
import { type Api, type ApiContext, originOf, requestOf, serveRoutes } from './app.ts';
import { gitHubRoutes } from './github-route.ts';
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
      const limitSource = (of: AttemptLimit) => takeOfSource(of, c.var.clientAddress ?? c.env.sourceIp);
      if (limit) await limitSource(limit);
      const toResponse = negotiate(c.env.headers.accept, operation);
      const context = { origin: originOf(c), deps, limitSource };
      return toResponse(await operation.serve(requestOf(c, operation), context), c.req.url);
    },
  }));
  return serveRoutes([...routes, ...gitHubRoutes(deps)], deps);
}
