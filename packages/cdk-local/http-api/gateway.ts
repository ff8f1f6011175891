import type { Clock, Timer } from '../time.ts';
import { createDescribe, type Exchange } from './access-log.ts';
import { type Answer, notFound, ownAnswer } from './answers.ts';
import { createAuthorize } from './authorize.ts';
import { isPreflight, preflightAnswer, withCors } from './cors.ts';
import type { HttpApi } from './http-api.ts';
import { createIntegrate } from './integration.ts';
import type { KeysOf } from './jwt-authorizer.ts';
import type { Invoke } from './lambda-authorizer.ts';
import type { HttpRequest } from './request.ts';
import type { AuthorizerContext, Visit } from './request-context.ts';
import { chooseRoute } from './routes.ts';
import { createThrottle } from './throttle.ts';
import { createWithinTime } from './time-limit.ts';
import { unconfirmed } from './unconfirmed.ts';

export type GatewayOptions = {
  readonly api: HttpApi;
  readonly invoke: Invoke;
  readonly keysOf: KeysOf;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Each line of the stage's access log. */
  readonly onAccessLog: (line: string) => void;
};

/** Answers a request as the HTTP API would. */
export type Gateway = (request: HttpRequest) => Promise<Answer>;

type Facts = Pick<Exchange, 'route' | 'authorizer' | 'integration'>;
type Passage = { readonly answer: Answer } & Facts;

/** Makes the way of a request through an HTTP API: route, throttle, authorizer, integration, CORS, access log. */
export function createGateway({ api, invoke, keysOf, clock, timer, onAccessLog }: GatewayOptions): Gateway {
  const withinTime = createWithinTime(timer);
  const authorize = createAuthorize({ api, invoke, keysOf, clock, withinTime });
  const integrate = createIntegrate({ invoke, withinTime });
  const mayPass = throttleOf(api, clock);
  const describe = api.stage.AccessLogSettings && createDescribe(api.stage.AccessLogSettings.Format);

  const hand = async (visit: Visit, facts: Facts, context: AuthorizerContext | undefined): Promise<Passage> => {
    const began = clock();
    const { answer, error } = await integrate(visit, context);
    const status = answer.by === 'integration' ? { status: answer.status } : {};
    return { ...facts, answer, integration: { ...status, error, latency: clock() - began } };
  };

  const serve = async (visit: Visit): Promise<Passage> => {
    const { route } = visit.match;
    if (!mayPass()) return { route, answer: ownAnswer(unconfirmed.throttled) };
    if (!route.authorizer) return hand(visit, { route }, undefined);
    const began = clock();
    const verdict = await authorize(route.authorizer, visit);
    const shown = verdict.allowed || unconfirmed.logsContextOfDenial ? verdict.context : null;
    const error = verdict.allowed ? undefined : verdict.error;
    const facts = { route, authorizer: { context: shown, error, latency: clock() - began } };
    return verdict.allowed ? hand(visit, facts, verdict.context) : { ...facts, answer: verdict.answer };
  };

  const pass = async (request: HttpRequest): Promise<Passage> => {
    if (request.path === undefined) return { answer: ownAnswer(unconfirmed.malformedPath) };
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

function throttleOf({ stage }: HttpApi, clock: Clock): () => boolean {
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = stage.DefaultRouteSettings ?? {};
  return rate === undefined || burst === undefined ? () => true : createThrottle({ rate, burst }, clock);
}
