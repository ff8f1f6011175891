import { createSourceLimit } from '../../src/accounts/source-limit.ts';
import { type ApiContext, type LambdaHandler, originOf, requestOf, serveRoutes } from './app.ts';
import { negotiate } from './negotiated-response.ts';
import type { PublicApiDeps } from './public-operation.ts';
import { publicRoutes } from './public-routes.ts';

/**
 * The operations for callers without a token, as a Lambda handler for the HTTP API's events (payload 2.0). A source over its
 * limit is refused before anything else is read of its request.
 */
export function createPublicHandler(deps: PublicApiDeps): LambdaHandler {
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
