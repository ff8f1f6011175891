import type { Chain, NodeFault } from '../chains/chain.ts';
import { NoAnswerError } from '../http/http-exchange.ts';
import type { Log } from '../log.ts';
import type { Upstream } from '../network.ts';
import type { Clock } from '../time.ts';
import { discloses } from './disclosure.ts';
import type { send as sendOverHttp } from './send-to-upstream.ts';
import { acceptableAnswer, type UpstreamAnswer } from './upstream-answer.ts';
import { type Destination, Destinations, type FindCredentials } from './upstream-credentials.ts';
import { failureOfError, failureOfStatus, type UpstreamFailure } from './upstream-failure.ts';
import type { UpstreamHealth } from './upstream-health.ts';
import { askHealth } from './upstream-probe.ts';

/**
 * What is wrong with an answer. `unreadable`: it answers no call of the request. `incomplete`: it answers only some
 * calls. Otherwise: an error that the chain calls the node's fault.
 */
export type AnswerFault = 'unreadable' | 'incomplete' | NodeFault;

export type AnswerReading = { readonly fault?: AnswerFault | undefined };

export type NodeRequest<R extends AnswerReading> = {
  readonly network: string;
  readonly chain: Chain;
  readonly body: string;
  /** No call in it can change the chain, so it may be sent to several nodes. */
  readonly onlyReads: boolean;
  readonly acceptGzip: boolean;
  /** How long all attempts together may take, in ms; set by the key's plan. */
  readonly timeLimitMs: number;
  readonly read: (answer: UpstreamAnswer) => R;
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

/** Sends requests to single nodes. Each outcome changes the node's health, and each failure is logged. */
export class NodeClient {
  readonly #deps: NodeClientDeps;
  readonly #health: UpstreamHealth;
  readonly #destinations = new Destinations();

  constructor(deps: NodeClientDeps, health: UpstreamHealth) {
    this.#deps = deps;
    this.#health = health;
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
    const { network } = request;
    try {
      const answer = await this.#send(node, request, timeoutMs);
      const failure = failureOfStatus(answer.status);
      if (failure) return this.#failed(node, network, failure);
      const reading = request.read(answer);
      if (reading.fault === 'unreadable') {
        return this.#failed(node, network, { code: 'not_json_rpc', sent: true, health: 'counts' });
      }
      this.#answered(node, network, reading.fault);
      return { answer, reading };
    } catch (error) {
      if (error instanceof NoAnswerError && error.code === 'cancelled') throw error;
      return this.#failed(node, network, failureOfError(error));
    }
  }

  /** Checks the health of a node that did not answer in time: the call alone may have been too slow. Never rejects. */
  async askHealth(
    node: Upstream,
    { network, chain }: Pick<NodeRequest<AnswerReading>, 'network' | 'chain'>,
    timeoutMs: number,
  ): Promise<void> {
    const health = await this.#destination(node)
      .then((destination) => askHealth(destination, chain, this.#deps.send, timeoutMs))
      .catch(() => 'unhealthy' as const);
    if (health === 'behind') this.#behind(node, network);
    else if (health !== 'unhealthy') this.#health.succeeded(node.url);
    else this.#failed(node, network, { code: 'health_check_failed', sent: false, health: 'rests' });
  }

  async #send<R extends AnswerReading>(
    node: Upstream,
    { body, onlyReads, acceptGzip, signal }: NodeRequest<R>,
    timeoutMs: number,
  ): Promise<UpstreamAnswer> {
    const { send, clock } = this.#deps;
    const deadline = clock() + timeoutMs;
    const { url, headers, secrets } = await this.#destination(node);
    const timeLeft = deadline - clock();
    if (timeLeft <= 0) throw new Error('reading the credentials took all of the time');
    const answer = await send({
      url,
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

  #answered(node: Upstream, network: string, fault: AnswerFault | undefined): void {
    if (fault === 'incomplete') this.#failed(node, network, { code: 'incomplete', sent: true, health: 'counts' });
    else if (fault === 'behind') this.#behind(node, network);
    else this.#health.succeeded(node.url);
  }

  #behind({ url }: Upstream, network: string): void {
    this.#deps.log.warn('upstream_failed', { network, host: new URL(url).host, code: 'behind' });
    this.#health.behind(url);
  }

  #failed({ url }: Upstream, network: string, failure: UpstreamFailure): UpstreamFailure {
    const { sent, health, ...facts } = failure;
    const host = new URL(url).host;
    this.#deps.log.warn('upstream_failed', { network, host, ...facts });
    if (failure.code === 'credentials_rejected') {
      this.#deps.log.error('upstream_credentials_rejected', { network, host, status: failure.status });
    }
    if (health === 'counts') this.#health.failed(url);
    if (health === 'rests') this.#health.rest(url);
    return failure;
  }
}
