import type { NodeFault } from '../chains/chain.ts';
import { chainOf } from '../chains/network-chain.ts';
import type { Upstream } from '../environment.ts';
import { NoAnswerError } from '../http/http-exchange.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../time.ts';
import { discloses } from './disclosure.ts';
import type { send as sendOverHttp } from './send-to-upstream.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import { type Destination, Destinations, type FindCredentials } from './upstream-credentials.ts';
import { failureOfError, failureOfStatus, type UpstreamFailure } from './upstream-failure.ts';
import type { UpstreamHealth } from './upstream-health.ts';
import { askHealth } from './upstream-probe.ts';

export type NodeClientDeps = {
  readonly credentials: FindCredentials;
  readonly send: typeof sendOverHttp;
  readonly clock: Clock;
  readonly log: Log;
};

/** The part of a try's time that a kept connection may be silent for: a new one needs some, too. */
const longestSilence = 0.4;

/** Tries of single nodes. Each tells the node's health and the log how it ended. */
export class NodeClient {
  readonly #deps: NodeClientDeps;
  readonly #health: UpstreamHealth;
  readonly #destinations = new Destinations();

  constructor(deps: NodeClientDeps, health: UpstreamHealth) {
    this.#deps = deps;
    this.#health = health;
  }

  /**
   * Sends a request to one node: its answer, or why there is none for the caller.
   * @throws {NoAnswerError} `cancelled`
   */
  async try<R extends AnswerReading>(
    node: Upstream,
    request: NodeRequest<R>,
    timeoutMs: number,
  ): Promise<ForwardResult<R> | UpstreamFailure> {
    try {
      const answer = await this.#send(node, request, timeoutMs);
      const failure = failureOfStatus(answer.status);
      if (failure) return this.#failed(node, request.network, failure);
      const reading = request.read(answer);
      if (reading.fault === 'unreadable') {
        return this.#failed(node, request.network, { code: 'not_json_rpc', sent: true, health: 'counts' });
      }
      this.#answered(node, request.network, reading.fault);
      return { answer, reading };
    } catch (error) {
      if (error instanceof NoAnswerError && error.code === 'cancelled') throw error;
      return this.#failed(node, request.network, failureOfError(error));
    }
  }

  /** Asks a node that was silent for its health, which decides: the call alone may have been too slow. Never rejects. */
  async askHealth(node: Upstream, network: string, timeoutMs: number): Promise<void> {
    const chain = chainOf(network);
    if (!chain) return;
    const answer = await this.#destination(node)
      .then((destination) => askHealth(destination, chain, this.#deps.send, timeoutMs))
      .catch(() => 'unhealthy' as const);
    if (answer === 'behind') this.#behind(node, network);
    else if (answer !== 'unhealthy') this.#health.succeeded(node.url);
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
    if (timeLeft <= 0) throw new Error('the credentials took all the time there was');
    const answer = await send({
      url,
      headers: { ...headers, 'accept-encoding': acceptGzip ? 'gzip' : 'identity' },
      body,
      timeoutMs: timeLeft,
      repeatable: onlyReads,
      silenceMs: timeLeft * longestSilence,
      signal,
    });
    // An answer with a node's own fault goes no further, and its status tells the operator more than that it was withheld.
    if (!failureOfStatus(answer.status) && discloses(answer, secrets)) throw new NoAnswerError('withheld');
    return answer;
  }

  async #destination(node: Upstream): Promise<Destination> {
    const added = node.secretName ? await this.#deps.credentials(node.secretName) : undefined;
    return this.#destinations.of(node, added);
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

  #answered(node: Upstream, network: string, fault: AnswerFault | undefined): void {
    if (fault === 'incomplete') this.#failed(node, network, { code: 'incomplete', sent: true, health: 'counts' });
    else if (fault === 'behind') this.#behind(node, network);
    else this.#health.succeeded(node.url);
  }

  #behind({ url }: Upstream, network: string): void {
    this.#deps.log.warn('upstream_failed', { network, host: new URL(url).host, code: 'behind' });
    this.#health.behind(url);
  }
}

/**
 * What is wrong with an answer: it is no answer to any call of the request, or to some calls only, or an error that the
 * chain calls the node's own.
 */
export type AnswerFault = 'unreadable' | 'incomplete' | NodeFault;

/** An answer as its reader understands it. */
export type AnswerReading = { readonly fault?: AnswerFault | undefined };

/** What is sent to a network's nodes. */
export type NodeRequest<R extends AnswerReading> = {
  readonly network: string;
  readonly body: string;
  /** No call in it can change the chain, so that it may be sent to several nodes. */
  readonly onlyReads: boolean;
  readonly acceptGzip: boolean;
  /** How long the key's plan lets all tries together take, in ms. */
  readonly timeLimitMs: number;
  /** Reads an answer as the answer to `body`. */
  readonly read: (answer: UpstreamAnswer) => R;
  /** Cancels it: requests under way are ended, and nothing more is sent. */
  readonly signal?: AbortSignal | undefined;
};

/** A node's answer, and how it was read. */
export type ForwardResult<R> = {
  readonly answer: UpstreamAnswer;
  readonly reading: R;
  /** Every node of the network gave an error of its own. */
  readonly fromEveryNode?: boolean;
};
