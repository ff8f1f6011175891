import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { bucketOf, TooManyRequestsError } from '../accounts/account-request-limit.ts';
import type { ChangeOrigin } from '../directory/activity.ts';
import type { TokenPermission } from '../directory/token-items.ts';
import { activePlan } from '../plans.ts';
import { type ApiRequest, readBody } from './api-request.ts';
import { type ApiRoute, apiRoutes, tokenPrefix } from './api-routes.ts';
import { type Caller, callerAccount } from './caller.ts';
import { respondConditionally } from './conditional-response.ts';
import type { UnparsedRequest } from './invalid-request.ts';
import { negotiate } from './negotiated-response.ts';
import type { ManagementApiDeps, Operation, OperationContract } from './operation.ts';
import { payWithTokens } from './pay-with-tokens.ts';
import { tokensFor } from './price-list.ts';
import { problemCode, problemKind, RefusedError, toProblem } from './problems.ts';
import { tokenCaller } from './token-caller.ts';

type Env = {
  Bindings: ApiRequest;
  /** Logged with the request. */
  Variables: { operation?: string; accountId?: string; tokenId?: string; clientAddress?: string; problem?: string };
};

export type ApiContext = HonoContext<Env>;

/** What every request needs, with or without an account. */
export type AppDeps = Pick<ManagementApiDeps, 'settings' | 'clientAddress' | 'clock' | 'log'>;

type AppRoute = Pick<ApiRoute, 'method' | 'path'> & { readonly run: (c: ApiContext) => Promise<Response> };

/** `lambda/http-event.ts` makes a Lambda handler of it. */
export type Api = (request: Request, apiRequest: ApiRequest) => Promise<Response>;

/** The management API, for callers with an ID token or an account token. */
export const createApi = (deps: ManagementApiDeps): Api =>
  serveRoutes(
    [
      ...apiRoutes.map(
        ({ method, path, operation }): AppRoute => ({
          method,
          path,
          run: (c) => runOperation(operation, c, deps, signedInCaller),
        }),
      ),
      ...apiRoutes.flatMap((route) => tokenRoute(route, deps)),
      ...routesOfOthers,
    ],
    deps,
  );

/** The route for account tokens, if they may use the operation. */
const tokenRoute = ({ method, path, operation, tokens }: ApiRoute, deps: ManagementApiDeps): AppRoute[] =>
  tokens === undefined
    ? []
    : [
        {
          method,
          path: tokenPrefix + path,
          run: (c) => runOperation(operation, c, deps, () => callerWithToken(c, tokens, deps)),
        },
      ];

/** Paths whose other methods API Gateway sends here: their own methods have functions of their own. */
const routesOfOthers = (
  [
    ['POST', '/v1/sign-up'],
    ['POST', '/v1/recover'],
    ['POST', '/v1/key/revoke'],
    ['POST', '/v1/leaks/github'],
    ['POST', '/v1/billing/events'],
    ['GET', '/v1/key'],
  ] as const
).map(
  ([method, path]): AppRoute => ({
    method,
    path,
    run: () => Promise.reject(new RefusedError('route_not_found', `The path ${path} is served elsewhere.`)),
  }),
);

/** Serves routes: with a log line and the headers of every response, and errors as problem details. */
export function serveRoutes(routes: readonly AppRoute[], deps: AppDeps): Api {
  const app = createApp(routes, deps);
  return async (request, apiRequest) => app.fetch(request, apiRequest);
}

function createApp(routes: readonly AppRoute[], deps: AppDeps): Hono<Env> {
  const app = new Hono<Env>();
  app.use(finishResponse(deps));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: (c, methods) => refuseMethod(c, methods, deps) }));
  for (const { method, path, run } of routes) app.on(method, path, run);
  app.notFound((c) =>
    problemResponse(c, new RefusedError('route_not_found', `The path ${c.req.path} does not exist.`), deps),
  );
  app.onError((error, c) => {
    if (problemKind(problemCode(error)).status >= 500) {
      const { requestId } = c.env;
      const cause = error.cause === undefined ? undefined : String(error.cause);
      const line = { requestId, operation: c.var.operation, detail: String(error), cause };
      deps.log.error('api_failed', line);
      if (problemCode(error) === 'billing_misconfigured') deps.log.error('billing_misconfigured', line);
    }
    return problemResponse(c, error, deps);
  });
  return app;
}

type FindCaller = (c: ApiContext, deps: ManagementApiDeps) => Promise<Caller & { readonly origin: ChangeOrigin }>;

const signedInCaller: FindCaller = async (c, deps) => {
  const origin = originOf(c);
  return { ...(await callerAccount(c.env.claims, origin, deps)), origin };
};

/** Nobody has signed in: an operation that asks for a recent sign-in would refuse a token. */
async function callerWithToken(c: ApiContext, allowed: readonly TokenPermission[], deps: ManagementApiDeps) {
  const { account, token } = await tokenCaller(c.env.token, allowed, deps);
  const { tokenId, name } = token;
  c.set('tokenId', tokenId);
  return { account, signedInAt: 0, origin: { ...originOf(c), token: { tokenId, name } } };
}

async function runOperation(
  operation: Operation,
  c: ApiContext,
  deps: ManagementApiDeps,
  findCaller: FindCaller,
): Promise<Response> {
  c.set('operation', operation.id);
  const caller = await findCaller(c, deps);
  const { account } = caller;
  c.set('accountId', account.accountId);
  const price = tokensFor(operation, queryOf(c));
  const plan = activePlan(account, deps.plans);
  const take = (tokens: number) => deps.takeTokens(account.accountId, tokens, bucketOf(plan));
  return payWithTokens(take, price, async (keepTokens) => {
    const { accept, 'if-none-match': ifNoneMatch } = c.env.headers;
    const toResponse = negotiate(accept, operation);
    const request = requestOf(c, operation);
    const context = { ...caller, plan, deps };
    return respondConditionally(operation, { url: c.req.url, accept, ifNoneMatch }, context, async () => {
      const response = await operation.serve(request, context);
      await keepTokens(response.tokens ?? price.most);
      return toResponse(response, c.req.url);
    });
  });
}

/** @throws {RefusedError} see {@link readBody} */
export const requestOf = (c: ApiContext, { request }: OperationContract): UnparsedRequest => ({
  path: c.req.param(),
  query: queryOf(c),
  headers: c.env.headers,
  body: 'body' in request ? readBody(c.env) : undefined,
});

export const originOf = ({ env, var: { clientAddress } }: ApiContext): ChangeOrigin => ({
  by: 'customer',
  address: clientAddress ?? env.sourceIp,
  client: env.headers['user-agent'],
});

/** A repeated parameter becomes an array, which no schema accepts. */
const queryOf = (c: ApiContext): UnparsedRequest['query'] =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, [first = '', ...more]]) => [
      name,
      more.length > 0 ? [first, ...more] : first,
    ]),
  );

function problemResponse(
  c: ApiContext,
  error: unknown,
  { settings }: AppDeps,
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

function refuseMethod(c: ApiContext, methods: readonly string[], deps: AppDeps): Response {
  // Hono adds HEAD to GET routes, but API Gateway has no route for it.
  const Allow = methods.filter((method) => method !== 'HEAD').join(', ');
  const message = `${c.req.path} does not support ${c.req.method}. Allowed: ${Allow}.`;
  return problemResponse(c, new RefusedError('method_not_allowed', message), deps, { Allow });
}

/** Sets the headers of every response and logs the request. `no-store`: responses hold one account's private data. */
const finishResponse =
  ({ clientAddress, clock, log }: AppDeps): MiddlewareHandler<Env> =>
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
