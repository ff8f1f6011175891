import { type LambdaHandler, originOf, requestOf, serveRoutes } from './app.ts';
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
        const { status, body } = await operation.serve(requestOf(c, operation), { origin: originOf(c), deps });
        return Response.json(body, { status });
      },
    })),
    deps,
  );
