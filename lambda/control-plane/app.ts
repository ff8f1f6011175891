import { Hono, type MiddlewareHandler, type Context as Visit } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { TooManyRequestsError } from '../../src/accounts/errors.ts';
import { requestCost } from '../../src/accounts/request-limit.ts';
import { readBody } from './body.ts';
import { accountOf, planOf } from './caller.ts';
import type { Arrival } from './event.ts';
import type { Given, Operation } from './operation.ts';
import type { Parts } from './parts.ts';
import { codeOf, RefusedError, toProblem } from './problem.ts';
import { apiRoutes } from './routes.ts';

type Env = {
  Bindings: Arrival;
  /** What the log is told of a request. */
  Variables: { operation?: string; accountId?: string; problem?: string };
};

/** The management API: routes, and for what has no route a problem. */
export function createApp(parts: Parts): Hono<Env> {
  const app = new Hono<Env>();
  app.use(logged(parts));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: (visit, methods) => refuseMethod(visit, methods) }));
  for (const { method, path, operation } of apiRoutes) {
    app.on(method, path, (visit) => answer(visit, operation, parts));
  }
  app.notFound((visit) => problem(visit, new RefusedError('route_not_found', `There is no ${visit.req.path}.`)));
  app.onError((error, visit) => {
    const { requestId } = visit.env;
    const { operation } = visit.var;
    if (codeOf(error) === 'internal_error')
      parts.log.error('api_failed', { requestId, operation, detail: String(error) });
    return problem(visit, error);
  });
  return app;
}

async function answer(visit: Visit<Env>, operation: Operation, parts: Parts): Promise<Response> {
  visit.set('operation', operation.id);
  const account = await accountOf(visit.env.claims, parts);
  visit.set('accountId', account.accountId);
  await parts.takeTokens(account.accountId, visit.req.method === 'GET' ? requestCost.read : requestCost.change);
  const given = {
    path: visit.req.param(),
    query: queryOf(visit),
    headers: visit.env.headers,
    body: 'body' in operation.takes ? readBody(visit.env) : undefined,
  };
  const { status, body } = await operation.serve(given, { account, plan: planOf(account), parts });
  return Response.json(body, { status });
}

/** The parameters of the query; one that is given twice is a list, which no schema takes. */
const queryOf = (visit: Visit<Env>): Given['query'] =>
  Object.fromEntries(
    Object.entries(visit.req.queries()).map(([name, [first = '', ...more]]) => [
      name,
      more.length > 0 ? [first, ...more] : first,
    ]),
  );

function problem(visit: Visit<Env>, error: unknown, headers: Record<string, string> = {}): Response {
  visit.set('problem', codeOf(error));
  const details = toProblem(error, visit.env.requestId);
  return Response.json(details, {
    status: details.status,
    headers: { ...headers, ...retryAfter(error), 'Content-Type': 'application/problem+json' },
  });
}

const retryAfter = (error: unknown): Record<string, string> =>
  error instanceof TooManyRequestsError ? { 'Retry-After': String(error.retryAfterSeconds) } : {};

function refuseMethod(visit: Visit<Env>, methods: readonly string[]): Response {
  // The gateway has no route for HEAD.
  const Allow = methods.filter((method) => method !== 'HEAD').join(', ');
  return problem(visit, new RefusedError('method_not_allowed', `${visit.req.path} takes ${Allow}.`), { Allow });
}

/** Marks each answer with the request's id, and logs it. Answers hold what is one account's alone: no cache keeps them. */
const logged =
  ({ clock, log }: Parts): MiddlewareHandler<Env> =>
  async (visit, next) => {
    const begin = clock();
    await next();
    const { requestId } = visit.env;
    visit.res.headers.set('X-Request-Id', requestId);
    visit.res.headers.set('Cache-Control', 'no-store');
    const { method } = visit.req;
    log.info('api_request', { requestId, method, ...visit.var, status: visit.res.status, durationMs: clock() - begin });
  };
