import { type LambdaHandler, originOf, requestOf, serveRoutes } from './app.ts';
import { negotiate } from './negotiated-response.ts';
import type { PublicApiDeps } from './public-operation.ts';
import { publicRoutes } from './public-routes.ts';

/** The operations for callers without a token, as a Lambda handler for the HTTP API's events (payload 2.0). */
export const createPublicHandler = (deps: PublicApiDeps): LambdaHandler =>
  serveRoutes(
    publicRoutes.map(({ method, path, operation }) => ({
      method,
      path,
      run: async (c) => {
        c.set('operation', operation.id);
        const toResponse = negotiate(c.env.headers.accept, operation);
        const context = { origin: originOf(c), deps };
        return toResponse(await operation.serve(requestOf(c, operation), context), c.req.url);
      },
    })),
    deps,
  );
