import type { Chain } from '../chains/chain.ts';
import type { Upstream, Upstreams } from '../network.ts';
import { NodesAtLimitError, UpstreamUnavailableError } from '../runtime/gateway-errors.ts';
import { epochSecond } from '../time.ts';
import { orderByHistory } from './history-order.ts';
import { MethodFaults } from './method-faults.ts';
import {
  type AnswerFault,
  type AnswerReading,
  type ForwardResult,
  NodeClient,
  type NodeClientDeps,
  type NodeRequest,
} from './node-client.ts';
import type { NodeLimits } from './node-limits.ts';
import { ServedMethods } from './served-methods.ts';
import { errorOfFailure, type UpstreamFailure } from './upstream-failure.ts';
import { type FindWatchedNode, UpstreamHealth } from './upstream-health.ts';
import { healthCheckMs } from './upstream-probe.ts';

export type ForwarderDeps = NodeClientDeps & {
  readonly upstreams: Upstreams;
  readonly watched?: FindWatchedNode;
  /** Needed for nodes with `callsPerSecond`. */
  readonly limits?: NodeLimits;
};

/** The shortest time between two health checks of a node, in ms. */
const healthCheckPauseMs = 1_000;

/** A node gets at least this long to answer a health check, in ms, even if the call has used up its time. */
const minHealthCheckMs = 1_000;

/**
 * Sends calls to the nodes of their network in order of preference, healthy nodes first. If a node fails, a read goes
 * to the next node. A request that may write goes to the next node only while no node can have received it, so that no
 * transaction is sent twice. A node that has reached its limit of calls per second is not asked.
 */
export class Forwarder {
  readonly #deps: ForwarderDeps;
  readonly #health: UpstreamHealth;
  readonly #methodFaults: MethodFaults;
  readonly #client: NodeClient;
  /** When a node was last asked for its health, by its URL. */
  readonly #askedAt = new Map<string, number>();
  readonly #served: ServedMethods;
  /** The second in which the limits of a network's nodes were last logged. */
  readonly #atLimitLoggedIn = new Map<string, number>();

  constructor(deps: ForwarderDeps) {
    this.#deps = deps;
    this.#health = new UpstreamHealth(deps.clock, deps.watched);
    this.#methodFaults = new MethodFaults(deps.clock);
    this.#client = new NodeClient(deps, this.#health, this.#methodFaults);
    this.#served = new ServedMethods(deps.upstreams);
  }

  /**
   * The nodes that serve a method, in order of preference. The same array for all methods that the same nodes serve: a
   * request may only have such methods.
   */
  nodesFor = (network: string, chain: Chain, method: string): readonly Upstream[] =>
    this.#served.nodesFor(network, chain, method);

  /**
   * Returns the first good answer, or else the best faulty one that may be passed on.
   * @throws {UpstreamUnavailableError} no node gave a usable answer
   * @throws {NodesAtLimitError} nodes that could have answered have reached their limits
   * @throws {UpstreamTimeoutError} the last node did not answer in time
   * @throws {ResponseTooLargeError} the answer is larger than Lambda can pass on
   * @throws {NoAnswerError} `cancelled`
   */
  async forward<R extends AnswerReading>(request: NodeRequest<R>): Promise<ForwardResult<R>> {
    const healthChecks: Promise<void>[] = [];
    try {
      return await this.#tryInOrder(request, (check) => healthChecks.push(check));
    } finally {
      // Lambda freezes a process as soon as it has answered, so an unfinished check would fail for that reason alone.
      if (healthChecks.length > 0) await Promise.all(healthChecks);
    }
  }

  async #tryInOrder<R extends AnswerReading>(
    request: NodeRequest<R>,
    onCheck: (check: Promise<void>) => void,
  ): Promise<ForwardResult<R>> {
    const { clock } = this.#deps;
    const deadline = clock() + request.timeLimitMs;
    const nodes = this.#inOrder(request);
    const faulty: ForwardResult<R>[] = [];
    let failure: UpstreamFailure | undefined;
    let isAtLimit = false;
    for (const [index, node] of nodes.entries()) {
      const timeLeft = deadline - clock();
      if (timeLeft <= 0) break;
      if (!this.#mayTake(node, request)) {
        isAtLimit = true;
        continue;
      }
      const timeoutMs = request.onlyReads ? timeLeft / (nodes.length - index) : timeLeft;
      const outcome = await this.#client.ask(node, request, timeoutMs);
      if (mayBeTheCall(outcome) && this.#mayAskHealth(node)) onCheck(this.#askHealth(node, request, deadline));
      if ('answer' in outcome) {
        if (outcome.reading.fault === undefined) return outcome;
        faulty.push(outcome);
        if (!request.onlyReads) break;
        continue;
      }
      failure = outcome;
      if (outcome.code === 'too_large' || (outcome.sent && !request.onlyReads)) break;
    }
    const fromEveryNode = faulty.length === nodes.length;
    const chosen = chooseFaulty(faulty, fromEveryNode || !request.onlyReads);
    if (chosen) return { ...chosen, fromEveryNode };
    if (failure && (failure.sent || !isAtLimit)) throw errorOfFailure(failure, request);
    if (isAtLimit) throw this.#atLimit(request);
    throw new UpstreamUnavailableError('No node was asked. Try again shortly.');
  }

  #mayTake(node: Upstream, { callCount }: NodeRequest<AnswerReading>): boolean {
    return this.#deps.limits?.take(node, callCount) ?? true;
  }

  /** Logged once a second: at the limit, there is such an error for every call that is too much. */
  #atLimit({ network }: NodeRequest<AnswerReading>): NodesAtLimitError {
    const second = epochSecond(this.#deps.clock());
    if (this.#atLimitLoggedIn.get(network) !== second) this.#deps.log.warn('nodes_at_limit', { network });
    this.#atLimitLoggedIn.set(network, second);
    return new NodesAtLimitError();
  }

  /** Nodes that fail with one of the request's methods are the last. */
  #inOrder(request: NodeRequest<AnswerReading>): readonly Upstream[] {
    const { network, chain, methods } = request;
    const [method = ''] = methods;
    const lagMatters = methods.some((name) => chain.methods.get(name)?.lagMatters ?? true);
    const preferred = orderByHistory(this.nodesFor(network, chain, method), request, this.#deps.watched);
    const nodes = this.#health.inOrder(network, preferred, lagMatters);
    const isLast = ({ url }: Upstream) => this.#methodFaults.isLast(url, methods);
    return nodes.some(isLast) ? [...nodes.filter((node) => !isLast(node)), ...nodes.filter(isLast)] : nodes;
  }

  /** One check serves all calls that fail at the same time. */
  #mayAskHealth({ url }: Upstream): boolean {
    const now = this.#deps.clock();
    if (now - (this.#askedAt.get(url) ?? Number.NEGATIVE_INFINITY) < healthCheckPauseMs) return false;
    this.#askedAt.set(url, now);
    return true;
  }

  /** The answer waits for the check, and the HTTP API waits at most 30 s for the answer. */
  #askHealth(
    node: Upstream,
    { network, chain, timeLimitMs }: Pick<NodeRequest<AnswerReading>, 'network' | 'chain' | 'timeLimitMs'>,
    deadline: number,
  ): Promise<void> {
    this.#deps.limits?.countCheck(node);
    const timeLeft = Math.max(minHealthCheckMs, deadline - this.#deps.clock());
    return this.#client.askHealth(node, { network, chain }, Math.min(healthCheckMs, timeLimitMs, timeLeft));
  }
}

/** Whether the call alone may have caused the failure, so that the node is asked for its health. */
function mayBeTheCall(outcome: ForwardResult<AnswerReading> | UpstreamFailure): boolean {
  if (!('answer' in outcome)) return outcome.health === 'ask';
  const { fault } = outcome.reading;
  return fault === 'incomplete' || fault === 'limited';
}

/**
 * The faulty answer to return: preferably an incomplete one. A node's error only if no other node may be asked
 * (`isFinal`), and preferably one about missing data: that says more than that the node is behind.
 */
function chooseFaulty<R extends AnswerReading>(
  faulty: readonly ForwardResult<R>[],
  isFinal: boolean,
): ForwardResult<R> | undefined {
  const withFault = (fault: AnswerFault) => faulty.find(({ reading }) => reading.fault === fault);
  return withFault('incomplete') ?? (isFinal ? (withFault('missing') ?? faulty[0]) : undefined);
}
