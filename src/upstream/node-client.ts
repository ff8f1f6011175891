import type { Chain, NodeFault } from '../chains/chain.ts';
import { NoAnswerError } from '../http/http-exchange.ts';
import type { Log } from '../log.ts';
import type { Upstream } from '../network.ts';
import type { Tries } from '../records/tries.ts';
import type { Clock } from '../time.ts';
import { discloses } from './disclosure.ts';
import { endOfTry } from './end-of-try.ts';
import type { CallsOfAccount, MethodFaults } from './method-faults.ts';
import type { send as sendOverHttp } from './send-to-upstream.ts';
import { acceptableAnswer, type UpstreamAnswer } from './upstream-answer.ts';
import { type Destination, Destinations, type FindCredentials } from './upstream-credentials.ts';
import { failureOfError, failureOfStatus, type UpstreamFailure } from './upstream-failure.ts';
import type { UpstreamHealth } from './upstream-health.ts';
import { askHealth, type CheckedHealth } from './upstream-probe.ts';

/**
 * What is wrong with an answer. `unreadable`: it answers no call of the request. `incomplete`: it answers only some
 * calls. Otherwise: an error that the chain calls the node's fault.
 */
export type AnswerFault = 'unreadable' | 'incomplete' | NodeFault;

export type AnswerReading = { readonly fault?: AnswerFault | undefined };

export type NodeRequest<R extends AnswerReading> = CallsOfAccount & {
  readonly network: string;
  readonly chain: Chain;
  readonly body: string;
  /** How many calls the body has. */
  readonly callCount: number;
  /** No call in it can change the chain, so it may be sent to several nodes. */
  readonly onlyReads: boolean;
  readonly acceptGzip: boolean;
  /** Returns the oldest block that a call of it names. Only asked if there is a choice of nodes. */
  readonly oldestBlock?: () => number | undefined;
  /** How long all attempts together may take, in ms; set by the key's plan. */
  readonly timeLimitMs: number;
  readonly read: (answer: UpstreamAnswer) => R;
  /** Notes each try. */
  readonly tries?: Tries;
  readonly signal?: AbortSignal | undefined;
};

export type ForwardResult<R> = {
  readonly answer: UpstreamAnswer;
  readonly reading: R;
  /** Every node of the network answered with a fault of its own. */
  readonly fromEveryNode?: boolean;
};

export type NodeClientDeps = {
  readonly credentials: FindCredentials;
  readonly send: typeof sendOverHttp;
  readonly clock: Clock;
  readonly log: Log;
};

/** Share of the time limit after which a silent connection that was idle counts as dead. The rest is for a new one. */
const maxSilenceShare = 0.4;

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
  async ask<R extends AnswerReading>(
    node: Upstream,
    request: NodeRequest<R>,
    timeoutMs: number,
  ): Promise<ForwardResult<R> | UpstreamFailure> {
    const end = request.tries?.start(node.url);
    const outcome = await this.#ask(node, request, timeoutMs);
    end?.(endOfTry(outcome));
    return outcome;
  }

  async #ask<R extends AnswerReading>(
    node: Upstream,
    request: NodeRequest<R>,
    timeoutMs: number,
  ): Promise<ForwardResult<R> | UpstreamFailure> {
    try {
      const answer = await this.#send(node, request, timeoutMs);
      const failure = failureOfStatus(answer.status);
      if (failure) return this.#callFailed(node, request, failure);
      const reading = request.read(answer);
      if (reading.fault === 'unreadable') {
        return this.#callFailed(node, request, { code: 'not_json_rpc', sent: true, health: 'ask' });
      }
      this.#answered(node, request, reading.fault);
      return { answer, reading };
    } catch (error) {
      if (error instanceof NoAnswerError && error.code === 'cancelled') throw error;
      return this.#callFailed(node, request, failureOfError(error));
    }
  }

  /** Checks the health of a node that failed in a way for which the call alone may be the reason. Never rejects. */
  async askHealth(
    node: Upstream,
    { network, chain }: Pick<NodeRequest<AnswerReading>, 'network' | 'chain'>,
    timeoutMs: number,
  ): Promise<void> {
    const { health, status } = await this.#destination(node)
      .then((destination) => askHealth(destination, chain, this.#deps, timeoutMs))
      .catch((): CheckedHealth => ({ health: 'unhealthy' }));
    if (health === 'behind') return this.#behind(node, network);
    if (health === 'healthy' || health === 'unknown') return this.#health.succeeded(node.url);
    this.#methodFaults.forget(node.url);
    this.#failed(node, network, {
      code: 'health_check_failed',
      ...(status !== undefined && { status }),
      sent: false,
      health: 'rests',
    });
    const host = new URL(node.url).host;
    if (health === 'rejected') this.#deps.log.error('upstream_credentials_rejected', { network, host, status });
  }

  async #send<R extends AnswerReading>(
    node: Upstream,
    { body, onlyReads, acceptGzip, signal }: NodeRequest<R>,
    timeoutMs: number,
  ): Promise<UpstreamAnswer> {
    const { send, clock } = this.#deps;
    const deadline = clock() + timeoutMs;
    const { url, ca, headers, secrets } = await this.#destination(node);
    const timeLeft = deadline - clock();
    if (timeLeft <= 0) throw new Error("Reading the node's credentials used up the call's time limit.");
    const answer = await send({
      url,
      ca,
      headers: { ...headers, 'accept-encoding': acceptGzip ? 'gzip' : 'identity' },
      body,
      timeoutMs: timeLeft,
      repeatable: onlyReads,
      silentMs: timeLeft * maxSilenceShare,
      signal,
    });
    // A node's faulty answer never reaches the client, and for the operator its status is the most useful.
    if (failureOfStatus(answer.status)) return answer;
    const acceptable = acceptableAnswer(answer, acceptGzip);
    if (discloses(acceptable, secrets)) throw new NoAnswerError('withheld');
    return acceptable;
  }

  async #destination(node: Upstream): Promise<Destination> {
    const added = node.secretName ? await this.#deps.credentials(node.secretName) : undefined;
    return this.#destinations.of(node, added);
  }

  #answered(node: Upstream, request: NodeRequest<AnswerReading>, fault: AnswerFault | undefined): void {
    if (fault === 'behind') {
      this.#behind(node, request.network);
    } else if (fault === 'incomplete' || fault === 'limited') {
      this.#callFailed(node, request, { code: fault, sent: true, health: 'ask' });
    } else {
      this.#health.succeeded(node.url);
      this.#methodFaults.succeeded(node.url, request);
    }
  }

  /** A failure for which the call may be the reason is remembered for its method only. */
  #callFailed(node: Upstream, request: NodeRequest<AnswerReading>, failure: UpstreamFailure): UpstreamFailure {
    if (failure.health === 'ask') this.#methodFaults.failed(node.url, request);
    return this.#failed(node, request.network, failure);
  }

  #behind({ url }: Upstream, network: string): void {
    this.#deps.log.warn('upstream_failed', { network, host: new URL(url).host, code: 'behind' });
    this.#health.behind(url);
  }

  #failed({ url }: Upstream, network: string, failure: UpstreamFailure): UpstreamFailure {
    const { sent, health, ...facts } = failure;
    const host = new URL(url).host;
    this.#deps.log.warn('upstream_failed', { network, host, ...facts });
    if (health === 'counts') this.#health.failed(url);
    if (health === 'rests') this.#health.rest(url);
    return failure;
  }
}
