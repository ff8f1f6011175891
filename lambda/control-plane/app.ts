import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import * as v from 'valibot';
import { requestCost, TooManyRequestsError } from '../../src/accounts/account-request-limit.ts';
import type { ChangeOrigin } from '../../src/directory/activity.ts';
import { chooseMediaType } from './accept.ts';
import { apiRoutes } from './api-routes.ts';
import { callerAccount } from './caller.ts';
import { toCsv } from './csv.ts';
import { type ApiRequest, parseHttpEvent, readBody, toLambdaResult } from './http-event.ts';
import type { ControlPlaneDeps, Operation, UnparsedRequest } from './operation.ts';
import { problemCode, RefusedError, toProblem } from './problems.ts';

type Env = {
  Bindings: ApiRequest;
  /** Logged with the request. */
  Variables: { operation?: string; accountId?: string; clientAddress?: string; problem?: string };
};

/** The management API as a Lambda handler for the HTTP API's events (payload 2.0). */
export function createHandler(deps: ControlPlaneDeps): (event: unknown) => Promise<APIGatewayProxyStructuredResultV2> {
  const app = createApp(deps);
  return async (event) => {
    const { request, apiRequest } = parseHttpEvent(event);
    return toLambdaResult(await app.fetch(request, apiRequest));
  };
}

function createApp(deps: ControlPlaneDeps): Hono<Env> {
  const app = new Hono<Env>();
  app.use(finishResponse(deps));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: (c, methods) => refuseMethod(c, methods, deps) }));
  for (const { method, path, operation } of apiRoutes) app.on(method, path, (c) => run(operation, c, deps));
  app.notFound((c) =>
    problemResponse(c, new RefusedError('route_not_found', `The path ${c.req.path} does not exist.`), deps),
  );
  app.onError((error, c) => {
    if (problemCode(error) === 'internal_error') {
      const { requestId } = c.env;
      deps.log.error('api_failed', { requestId, operation: c.var.operation, detail: String(error) });
    }
    return problemResponse(c, error, deps);
  });
  return app;
}

async function run(operation: Operation, c: HonoContext<Env>, deps: ControlPlaneDeps): Promise<Response> {
  c.set('operation', operation.id);
  const origin = originOf(c);
  const account = await callerAccount(c.env.claims, origin, deps);
  c.set('accountId', account.accountId);
  await deps.takeTokens(account.accountId, c.req.method === 'GET' ? requestCost.read : requestCost.change);
  const type = chooseMediaType(
    c.env.headers.accept,
    operation.csv ? ['application/json', 'text/csv'] : ['application/json'],
  );
  const request = {
    path: c.req.param(),
    query: queryOf(c),
    headers: c.env.headers,
    body: 'body' in operation.request ? readBody(c.env) : undefined,
  };
  const context = { account, plan: deps.plans.find(account.planId), origin, deps };
  const { status, body, table } = await operation.serve(request, context);
  const headers = nextPage(c, body);
  if (type === 'application/json' || !table) return Response.json(body, { status, headers });
  return new Response(toCsv(table), { status, headers: { ...headers, 'Content-Type': 'text/csv; charset=utf-8' } });
}

const cursorSchema = v.object({ nextCursor: v.string() });

/** The next page of a list (RFC 8288), for clients that get CSV. */
function nextPage(c: HonoContext<Env>, body: unknown): Record<string, string> {
  if (!v.is(cursorSchema, body)) return {};
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.set('cursor', body.nextCursor);
  return { Link: `<${pathname}?${searchParams}>; rel="next"` };
}

const originOf = (c: HonoContext<Env>): ChangeOrigin => ({
  by: 'customer',
  address: c.var.clientAddress,
  client: c.env.headers['user-agent'],
});

/** A repeated parameter becomes an array, which no schema accepts. */
const queryOf = (c: HonoContext<Env>): UnparsedRequest['query'] =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, [first = '', ...more]]) => [
      name,
      more.length > 0 ? [first, ...more] : first,
    ]),
  );

function problemResponse(
  c: HonoContext<Env>,
  error: unknown,
  { settings }: ControlPlaneDeps,
  headers: Record<string, string> = {},
): Response {
  c.set('problem', problemCode(error));
  const details = toProblem(error, c.env.requestId, settings.service.problemTypes);
  return Response.json(details, {
    status: details.status,
    headers: { ...headers, ...retryAfter(error), 'Content-Type': 'application/problem+json' },
  });
}

const retryAfter = (error: unknown): Record<string, string> =>
  error instanceof TooManyRequestsError ? { 'Retry-After': String(error.retryAfterSeconds) } : {};

function refuseMethod(c: HonoContext<Env>, methods: readonly string[], deps: ControlPlaneDeps): Response {
  // Hono adds HEAD to GET routes, but API Gateway has no route for it.
  const Allow = methods.filter((method) => method !== 'HEAD').join(', ');
  const message = `${c.req.path} does not support ${c.req.method}. Allowed: ${Allow}.`;
  return problemResponse(c, new RefusedError('method_not_allowed', message), deps, { Allow });
}

/** Sets the headers of every response and logs the request. `no-store`: responses hold one account's private data. */
const finishResponse =
  ({ clientAddress, clock, log }: ControlPlaneDeps): MiddlewareHandler<Env> =>
  async (c, next) => {
    const startedAt = clock();
    c.set('clientAddress', await clientAddress(c.env));
    await next();
    const { requestId } = c.env;
    c.res.headers.set('X-Request-Id', requestId);
    c.res.headers.set('Cache-Control', 'no-store');
    const durationMs = clock() - startedAt;
    log.info('api_request', { requestId, method: c.req.method, ...c.var, status: c.res.status, durationMs });
  };
