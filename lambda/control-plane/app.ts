import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Hono, type MiddlewareHandler, type Context as Visit } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestCost, TooManyRequestsError } from '../../src/accounts/account-request-limit.ts';
import { apiRoutes } from './api-routes.ts';
import { callerAccount, planOf } from './caller.ts';
import { type ApiRequest, parseHttpEvent, readBody, toLambdaResult } from './http-event.ts';
import type { ControlPlaneDeps, Operation, UnparsedRequest } from './operation.ts';
import { problemCode, RefusedError, toProblem } from './problems.ts';

/** Answers the HTTP API's events (payload 2.0). */
export function createHandler(parts: ControlPlaneDeps): (event: unknown) => Promise<APIGatewayProxyStructuredResultV2> {
  const app = createApp(parts);
  return async (event) => {
    const { request, arrival } = parseHttpEvent(event);
    return toLambdaResult(await app.fetch(request, arrival));
  };
}

type Env = {
  Bindings: ApiRequest;
  /** What the log is told of a request. */
  Variables: { operation?: string; accountId?: string; problem?: string };
};

/** The management API: routes, and for what has no route a problem. */
export function createApp(parts: ControlPlaneDeps): Hono<Env> {
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
    if (problemCode(error) === 'internal_error')
      parts.log.error('api_failed', { requestId, operation, detail: String(error) });
    return problem(visit, error);
  });
  return app;
}

async function answer(visit: Visit<Env>, operation: Operation, parts: ControlPlaneDeps): Promise<Response> {
  visit.set('operation', operation.id);
  const account = await callerAccount(visit.env.claims, parts);
  visit.set('accountId', account.accountId);
  await parts.takeTokens(account.accountId, visit.req.method === 'GET' ? requestCost.read : requestCost.change);
  const given = {
    path: visit.req.param(),
    query: queryOf(visit),
    headers: visit.env.headers,
    body: 'body' in operation.request ? readBody(visit.env) : undefined,
  };
  const { status, body } = await operation.serve(given, { account, plan: planOf(account), deps: parts });
  return Response.json(body, { status });
}

/** The parameters of the query; one that is given twice is a list, which no schema takes. */
const queryOf = (visit: Visit<Env>): UnparsedRequest['query'] =>
  Object.fromEntries(
    Object.entries(visit.req.queries()).map(([name, [first = '', ...more]]) => [
      name,
      more.length > 0 ? [first, ...more] : first,
    ]),
  );

function problem(visit: Visit<Env>, error: unknown, headers: Record<string, string> = {}): Response {
  visit.set('problem', problemCode(error));
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
  ({ clock, log }: ControlPlaneDeps): MiddlewareHandler<Env> =>
  async (visit, next) => {
    const begin = clock();
    await next();
    const { requestId } = visit.env;
    visit.res.headers.set('X-Request-Id', requestId);
    visit.res.headers.set('Cache-Control', 'no-store');
    const { method } = visit.req;
    log.info('api_request', { requestId, method, ...visit.var, status: visit.res.status, durationMs: clock() - begin });
  };
