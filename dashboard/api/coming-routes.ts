import type { components } from '../client/paths.ts';

type Content<Body> = { headers: Record<string, unknown>; content: { 'application/json': Body } };
type Problem = { headers: Record<string, unknown>; content: { 'application/problem+json': Record<string, unknown> } };
type NoParameters = { query?: never; header?: never; path?: never; cookie?: never };

/** Routes that client/paths.ts does not have yet. */
export type ComingRoutes = {
  '/v1/account/delete': {
    parameters: NoParameters;
    post: {
      parameters: NoParameters;
      requestBody: { content: { 'application/json': { password: string; email: string } } };
      responses: { 200: Content<Record<string, never>>; default: Problem };
    };
  };
  '/v1/requests': {
    parameters: NoParameters;
    get: {
      parameters: { query?: { limit?: number; cursor?: string } };
      responses: {
        200: Content<{ requests: components['schemas']['Request'][]; nextCursor: string | null; historyFrom: string }>;
        default: Problem;
      };
    };
  };
};
