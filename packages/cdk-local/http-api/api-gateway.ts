import type { Clock, Timer } from '../time.ts';
import { createLogLineFormatter, type LoggedExchange } from './access-log.ts';
import { type ApiAnswer, gatewayAnswer, notFound } from './api-answer.ts';
import { isPreflight, preflightAnswer, withCors } from './api-cors.ts';
import { createThrottle, createWithinTime } from './api-limits.ts';
import type { HttpRequest } from './api-request.ts';
import { chooseRoute } from './choose-route.ts';
import type { HttpApi } from './http-api.ts';
import { createInvokeIntegration } from './integration.ts';
import { createJwtAuthorize, type JwtAuthorizeOptions, type KeysOf } from './jwt-authorizer.ts';
import { createLambdaAuthorize, type Invoke, type LambdaAuthorizeOptions } from './lambda-authorizer.ts';
import type { Authorize, AuthorizerContext, RoutedRequest } from './lambda-event.ts';
import { unconfirmed } from './unconfirmed.ts';

export type ApiGatewayOptions = {
  readonly api: HttpApi;
  readonly invoke: Invoke;
  readonly keysOf: KeysOf;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Each line of the stage's access log. */
  readonly onAccessLog: (line: string) => void;
};

/** Answers a request like the HTTP API. */
export type ApiGateway = (request: HttpRequest) => Promise<ApiAnswer>;

type Facts = Pick<LoggedExchange, 'route' | 'authorizer' | 'integration'>;
type ServedRequest = { readonly answer: ApiAnswer } & Facts;

/** Handles requests to an HTTP API: route, throttle, authorizer, integration, CORS, access log. */
export function createApiGateway({ api, invoke, keysOf, clock, timer, onAccessLog }: ApiGatewayOptions): ApiGateway {
  const withinTime = createWithinTime(timer);
  const authorize = createAuthorize({ api, invoke, keysOf, clock, withinTime });
  const integrate = createInvokeIntegration({ invoke, withinTime });
  const mayPass = throttleOf(api, clock);
  const describe = api.stage.AccessLogSettings && createLogLineFormatter(api.stage.AccessLogSettings.Format);

  const hand = async (
    visit: RoutedRequest,
    facts: Facts,
    context: AuthorizerContext | undefined,
  ): Promise<ServedRequest> => {
    const began = clock();
    const { answer, error } = await integrate(visit, context);
    const status = answer.by === 'integration' ? { status: answer.status } : {};
    return { ...facts, answer, integration: { ...status, error, latency: clock() - began } };
  };

  const serve = async (visit: RoutedRequest): Promise<ServedRequest> => {
    const { route } = visit.match;
    if (!mayPass(route.key)) return { route, answer: gatewayAnswer(unconfirmed.throttled) };
    if (!route.authorizer) return hand(visit, { route }, undefined);
    const began = clock();
    const verdict = await authorize(route.authorizer, visit);
    const shown = verdict.allowed || unconfirmed.logsContextOfDenial ? verdict.context : null;
    const error = verdict.allowed ? undefined : verdict.error;
    const facts = { route, authorizer: { context: shown, error, latency: clock() - began } };
    return verdict.allowed ? hand(visit, facts, verdict.context) : { ...facts, answer: verdict.answer };
  };

  const pass = async (request: HttpRequest): Promise<ServedRequest> => {
    if (request.path === undefined) return { answer: gatewayAnswer(unconfirmed.malformedPath) };
    const match = chooseRoute(api.routes, request.method, request.path);
    if (!match && api.cors && isPreflight(request)) return { answer: preflightAnswer(api.cors, request) };
    const passage = match ? await serve({ api, request, match }) : { answer: notFound };
    return { ...passage, answer: withCors(api.cors, request, passage.answer) };
  };

  return async (request) => {
    const passage = await pass(request);
    if (describe) onAccessLog(describe({ ...passage, api, request, latency: clock() - request.receivedAt }));
    return passage.answer;
  };
}

/** Routes with settings have their own buckets (API Gateway Developer Guide, "Throttle requests to your HTTP APIs"). */
function throttleOf({ stage: { DefaultRouteSettings, RouteSettings } }: HttpApi, clock: Clock) {
  const bucketOf = ({ ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = DefaultRouteSettings) =>
    rate === undefined || burst === undefined ? () => true : createThrottle({ rate, burst }, clock);
  const others = bucketOf();
  const buckets = new Map(Object.entries(RouteSettings).map(([key, settings]) => [key, bucketOf(settings)]));
  return (routeKey: string): boolean => (buckets.get(routeKey) ?? others)();
}

/** Asks authorizers of both types. */
function createAuthorize(options: LambdaAuthorizeOptions & JwtAuthorizeOptions): Authorize {
  const askLambda = createLambdaAuthorize(options);
  const checkToken = createJwtAuthorize(options);
  return (authorizer, visit) =>
    authorizer.type === 'jwt' ? checkToken(authorizer, visit) : askLambda(authorizer, visit);
}
