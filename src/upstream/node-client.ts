import { NoAnswerError } from '../http/http-exchange.ts';
import type { Log } from '../log.ts';
import type { Upstream } from '../network.ts';
import type { Tries } from '../records/tries.ts';
import type { Clock } from '../time.ts';
import { discloses } from './disclosure.ts';
import { endOfTry } from './end-of-try.ts';
import { isOutdated, type KnownChain, type KnownNode } from './known-chain.ts';
import type { MethodFaults } from './method-faults.ts';
import type { TryOutcome } from './next-step.ts';
import type { AnswerReading, NodeAnswered, NodeRequest, Try } from './node-request.ts';
import type { send as sendOverHttp } from './send-to-upstream.ts';
import { acceptableAnswer, type UpstreamAnswer } from './upstream-answer.ts';
import { type Destination, Destinations, type FindCredentials } from './upstream-credentials.ts';
import { failureOfAnswer, failureOfError, isPassable, type UpstreamFailure } from './upstream-failure.ts';
import type { UpstreamHealth } from './upstream-health.ts';
import { askHealth, type CheckedHealth } from './upstream-probe.ts';

export type NodeClientDeps = KnownChain & {
  readonly credentials: FindCredentials;
  readonly send: typeof sendOverHttp;
  readonly clock: Clock;
  readonly log: Log;
};

/** Share of the time limit after which a silent connection that was idle counts as dead. The rest is for a new one. */
const maxSilenceShare = 0.4;

/** `onSend` is called just before the request is sent, which a cancelled one is not. */
type Sending = { readonly timeoutMs: number; readonly onSend: () => void };

/** Sends requests to single nodes. Each outcome changes what is known of the node, and each failure is logged. */
export class NodeClient {
  readonly #deps: NodeClientDeps;
  readonly #health: UpstreamHealth;
  readonly #methodFaults: MethodFaults;
  readonly #destinations = new Destinations();

  constructor(deps: NodeClientDeps, health: UpstreamHealth, methodFaults: MethodFaults) {
    this.#deps = deps;
    this.#health = health;
    this.#methodFaults = methodFaults;
  }

  /**
   * Returns the node's answer, or the failure.
   * @throws {NoAnswerError} `cancelled`
   */
  async ask<R extends AnswerReading>(node: Upstream, request: NodeRequest<R>, timeoutMs: number): Promise<Try<R>> {
    const noted: { end?: ReturnType<Tries['start']> | undefined } = {};
    const onSend = () => {
      noted.end = request.tries?.start(node.url);
    };
    const tried = await this.#try(node, request, { timeoutMs, onSend });
    noted.end?.(endOfTry(tried.outcome, tried.failure));
    return tried;
  }

  async #try<R extends AnswerReading>(node: Upstream, request: NodeRequest<R>, sending: Sending): Promise<Try<R>> {
    const { watched, newerState } = this.#deps;
    const known = () => watched?.(request.network, node.url);
    try {
      const before = known();
      const answer = await this.#send(node, request, sending);
      const reading = request.read(answer);
      await newerState?.(request.network);
      return this.#answered(node, request, { answer, reading }, { before, now: known() });
    } catch (error) {
      if (error instanceof NoAnswerError && error.code === 'cancelled') throw error;
      const failure = failureOfError(error);
      this.#callFailed(node, request, failure);
      return { node, outcome: failure.outcome, failure };
    }
  }

  /** Whether a node is healthy that failed in a way for which the call alone may be the reason. Never rejects. */
  async askHealth(
    node: Upstream,
    { network, chain }: Pick<NodeRequest<AnswerReading>, 'network' | 'chain'>,
    timeoutMs: number,
  ): Promise<boolean> {
    const checked = await this.#destination(node)
      .then((destination) => askHealth(destination, chain, this.#deps, timeoutMs))
      .catch((): CheckedHealth => ({ health: 'unhealthy' }));
    const { health } = checked;
    const hasPassed = health === 'healthy' || health === 'unknown';
    if (hasPassed) this.#health.succeeded(node.url);
    else if (health === 'behind') this.#behind(node, network);
    else this.#checkFailed(node, network, checked);
    return hasPassed;
  }

  #checkFailed(node: Upstream, network: string, { health, status }: CheckedHealth): void {
    this.#methodFaults.forget(node.url);
    const facts = { code: 'health_check_failed', ...(status !== undefined && { status }) };
    this.#failed(node, network, { ...facts, outcome: 'failed', health: 'rests' });
    const host = new URL(node.url).host;
    if (health === 'rejected') this.#deps.log.error('upstream_credentials_rejected', { network, host, status });
  }

  async #send<R extends AnswerReading>(
    node: Upstream,
    { body, use, acceptGzip, signal }: NodeRequest<R>,
    { timeoutMs, onSend }: Sending,
  ): Promise<UpstreamAnswer> {
    const { send, clock } = this.#deps;
    const deadline = clock() + timeoutMs;
    const { url, ca, headers, secrets } = await this.#destination(node);
    const timeLeft = deadline - clock();
    if (timeLeft <= 0) throw new Error("Reading the node's credentials used up the call's time limit.");
    if (signal?.aborted) throw new NoAnswerError('cancelled', { sent: false });
    onSend();
    const answer = await send({
      url,
      ca,
      headers: { ...headers, 'accept-encoding': acceptGzip ? 'gzip' : 'identity' },
      body,
      timeoutMs: timeLeft,
      repeatable: use === 'read',
      silentMs: timeLeft * maxSilenceShare,
      signal,
    });
    return checkedAnswer(answer, acceptGzip, secrets);
  }

  async #destination(node: Upstream): Promise<Destination> {
    const added = node.secretName ? await this.#deps.credentials(node.secretName) : undefined;
    return this.#destinations.of(node, added);
  }

  #answered<R extends AnswerReading>(
    node: Upstream,
    request: NodeRequest<R>,
    { answer, reading }: NodeAnswered<R>,
    known: KnownNode,
  ): Try<R> {
    const { outcome, cause, isBehind, doubtful = [] } = reading;
    if (known.now?.wrongChain || !usableOutcomes.includes(outcome)) {
      const failure = known.now?.wrongChain ? ofWrongChain : failureOfAnswer(answer.status, outcome, cause);
      this.#callFailed(node, request, failure);
      return { node, outcome: failure.outcome, failure };
    }
    if (isOutdated(request, reading, known, this.#deps)) {
      this.#behind(node, request.network);
      return { node, outcome: 'outdated', answered: { answer, reading } };
    }
    if (outcome === 'incomplete') this.#callFailed(node, request, { outcome, code: cause ?? outcome, health: 'ask' });
    else if (isBehind) this.#behind(node, request.network);
    else this.#succeeded(node, request, doubtful);
    return { node, outcome, answered: { answer, reading } };
  }

  #succeeded({ url }: Upstream, { chain, methods }: NodeRequest<AnswerReading>, doubtful: readonly string[]): void {
    const answered = methods.filter((method) => !doubtful.includes(method));
    this.#health.succeeded(url);
    this.#methodFaults.succeeded(url, chain, answered);
  }

  /** A failure for which the call may be the reason is remembered for its method only. */
  #callFailed(node: Upstream, request: NodeRequest<AnswerReading>, failure: UpstreamFailure): void {
    if (failure.health === 'ask') this.#methodFaults.failed(node.url, request);
    this.#failed(node, request.network, failure);
  }

  #behind({ url }: Upstream, network: string): void {
    this.#deps.log.warn('upstream_failed', { network, host: new URL(url).host, code: 'behind' });
    this.#health.behind(url);
  }

  #failed({ url }: Upstream, network: string, { outcome: _, health, ...facts }: UpstreamFailure): void {
    this.#deps.log.warn('upstream_failed', { network, host: new URL(url).host, ...facts });
    if (health === 'counts') this.#health.failed(url);
    if (health === 'rests') this.#health.rest(url);
  }
}

/** Watch has found out that the node is on another chain since it was asked. */
const ofWrongChain: UpstreamFailure = { outcome: 'failed', code: 'wrong_chain', health: 'none' };

/** Nothing of an answer with another outcome reaches the caller. */
const usableOutcomes: readonly TryOutcome[] = ['answered', 'lacking', 'behind', 'incomplete'];

const nothing = Buffer.alloc(0);

/**
 * The answer as the client accepts it.
 * @throws {NoAnswerError} `damaged`, `too_large` or `withheld`. Not for a faulty status, which says more: then the body
 * is left out.
 */
function checkedAnswer(answer: UpstreamAnswer, acceptGzip: boolean, secrets: ReadonlySet<string>): UpstreamAnswer {
  try {
    const acceptable = acceptableAnswer(answer, acceptGzip);
    if (discloses(acceptable, secrets)) throw new NoAnswerError('withheld');
    return acceptable;
  } catch (error) {
    if (isPassable(answer.status)) throw error;
    return { ...answer, contentEncoding: undefined, body: nothing };
  }
}
