import { type Chain, isPinned, methodNotFound } from '../chains/chain.ts';
import type { Upstream, Upstreams } from '../network.ts';
import { CallTooSlowError, NodesAtLimitError, UpstreamTimeoutError } from '../runtime/gateway-errors.ts';
import { type EpochMs, epochSecond } from '../time.ts';
import { ChecksOfCalls } from './checks-of-calls.ts';
import { endOfForward, type ForwardEnd, type Tried } from './end-of-forward.ts';
import { MethodFaults } from './method-faults.ts';
import { nextStep } from './next-step.ts';
import { NodeClient, type NodeClientDeps } from './node-client.ts';
import type { NodeLimits } from './node-limits.ts';
import { NodeOrder } from './node-order.ts';
import type { AnswerReading, NodeAnswered, NodeRequest, Try } from './node-request.ts';
import { UpstreamHealth } from './upstream-health.ts';

export type ForwarderDeps = NodeClientDeps & {
  readonly upstreams: Upstreams;
  /** Needed for nodes with `callsPerSecond`. */
  readonly limits?: Pick<NodeLimits, 'take' | 'countCheck'>;
};

/** The answer of a request, and what {@link Forwarder.askAnother} needs of it. */
export type ForwardResult<R> = ForwardEnd<R> & {
  readonly deadline: EpochMs;
  /** The nodes that were tried. The last one gave the answer, unless every node gave a fault. */
  readonly tried: readonly Upstream[];
};

type DoubtfulCall = {
  readonly method: string;
  readonly errorCode: number | undefined;
  readonly accountId: string;
};

/** The checks of one request, for which its answer waits. */
type Checks = { readonly add: (check: Promise<unknown>) => void };

/**
 * Sends calls to the nodes of their network in order of preference, healthy nodes first. What follows a failure is in
 * `next-step.ts`: no transaction is executed twice. A node that has reached its limit of calls per second is not asked; calls
 * for state that it alone has end there.
 */
export class Forwarder {
  readonly #deps: ForwarderDeps;
  readonly #health: UpstreamHealth;
  readonly #methodFaults: MethodFaults;
  readonly #client: NodeClient;
  readonly #checks: ChecksOfCalls;
  readonly #order: NodeOrder;
  /** The second in which the limits of a network's nodes were last logged. */
  readonly #atLimitLoggedIn = new Map<string, number>();

  constructor(deps: ForwarderDeps) {
    const { upstreams, watched, clock, limits } = deps;
    this.#deps = deps;
    this.#health = new UpstreamHealth(clock, watched);
    this.#methodFaults = new MethodFaults(clock);
    this.#client = new NodeClient(deps, this.#health, this.#methodFaults);
    this.#checks = new ChecksOfCalls({ client: this.#client, clock, limits });
    this.#order = new NodeOrder({ upstreams, watched, health: this.#health, methodFaults: this.#methodFaults });
  }

  /**
   * The nodes that serve a method, in order of preference. The same array for all methods that the same nodes serve: a
   * request may only have such methods.
   */
  nodesFor = (network: string, chain: Chain, method: string): readonly Upstream[] =>
    this.#order.serving(network, chain, method);

  /**
   * Returns the first good answer, or else the best faulty one that may be passed on.
   * @throws {UpstreamUnavailableError} no node gave a usable answer
   * @throws {NodesAtLimitError} nodes that could have answered have reached their limits
   * @throws {UpstreamTimeoutError} the last node did not answer in time
   * @throws {CallTooSlowError} no node did, although they are healthy and answer such calls
   * @throws {InvalidRequestError} every node refused a request of this size
   * @throws {ResponseTooLargeError} the answer is larger than Lambda can pass on
   * @throws {NoAnswerError} `cancelled`
   */
  forward<R extends AnswerReading>(request: NodeRequest<R>): Promise<ForwardResult<R>> {
    return this.#withChecks((checks) => this.#tryInOrder(request, checks));
  }

  /**
   * Asks one more node, once, in the time that is left. Undefined if no usable node is left, or it gives no answer.
   * @throws {NoAnswerError} `cancelled`
   */
  askAnother<R extends AnswerReading>(
    request: NodeRequest<R>,
    { tried, deadline }: Pick<ForwardResult<unknown>, 'tried' | 'deadline'>,
  ): Promise<NodeAnswered<R> | undefined> {
    return this.#withChecks(async (checks) => {
      const node = this.#order
        .of(request)
        .find((one) => !tried.includes(one) && this.#health.isUsable(request.network, one));
      const timeLeft = deadline - this.#deps.clock();
      if (!node || timeLeft <= 0 || !(await this.#mayTake(node, request))) return undefined;
      return (await this.#tryNode(node, request, { timeoutMs: timeLeft, deadline }, checks)).answered;
    });
  }

  /** Notes that a node gave an error that no table knows, where another one had a result. */
  doubt({ tried }: Pick<ForwardResult<unknown>, 'tried'>, { method, errorCode, accountId }: DoubtfulCall): void {
    const url = tried.at(-1)?.url ?? '';
    if (errorCode === methodNotFound) this.#methodFaults.failed(url, { methods: [method], accountId });
    else this.#methodFaults.doubted(url, method, accountId);
  }

  /** Lambda freezes a process as soon as it has answered, so an unfinished check would fail for that reason alone. */
  async #withChecks<T>(work: (checks: Checks) => Promise<T>): Promise<T> {
    const started: Promise<unknown>[] = [];
    try {
      return await work({ add: (check) => started.push(check) });
    } finally {
      if (started.length > 0) await Promise.all(started);
    }
  }

  async #tryInOrder<R extends AnswerReading>(request: NodeRequest<R>, checks: Checks): Promise<ForwardResult<R>> {
    const { clock } = this.#deps;
    const { use } = request;
    const deadline = clock() + request.timeLimitMs;
    const nodes = this.#order.of(request);
    const tries: Try<R>[] = [];
    let isAtLimit = false;
    for (const [index, node] of nodes.entries()) {
      const timeLeft = deadline - clock();
      if (timeLeft <= 0) break;
      if (!(await this.#mayTake(node, request))) {
        isAtLimit = true;
        if (isPinned(request.chain, request.methods)) break;
        continue;
      }
      const timeoutMs = use === 'read' ? timeLeft / (nodes.length - index) : timeLeft;
      const tried = await this.#tryNode(node, request, { timeoutMs, deadline }, checks);
      tries.push(tried);
      const before = tries.slice(0, -1).map(({ outcome }) => outcome);
      if (nextStep(tried.outcome, use, before) !== 'next node') break;
    }
    const tried = tries.map(({ node }) => node);
    // No write is spent to find out whether a node works again after its rest.
    const rested = use === 'read' ? [] : nodes.filter((node) => !tried.includes(node) && this.#health.needsCheck(node));
    for (const node of rested) checks.add(this.#checks.ask(node, request, deadline));
    return { ...(await this.#endOf({ tries, nodes: nodes.length, isAtLimit }, request)), deadline, tried };
  }

  /** A node at its limit is logged once a second: there is such an error for every call that is too much. */
  async #endOf<R extends AnswerReading>(tried: Tried<R>, request: NodeRequest<R>): Promise<ForwardEnd<R>> {
    try {
      return endOfForward(tried, request);
    } catch (error) {
      const { network } = request;
      const second = epochSecond(this.#deps.clock());
      if (error instanceof NodesAtLimitError && this.#atLimitLoggedIn.get(network) !== second) {
        this.#deps.log.warn('nodes_at_limit', { network });
        this.#atLimitLoggedIn.set(network, second);
      }
      const isCalls = error instanceof UpstreamTimeoutError && (await this.#isTooSlow(tried.tries, request.methods));
      throw isCalls ? new CallTooSlowError(error.message) : error;
    }
  }

  /** Not where a node is silent to its health check, or to all calls of a method. */
  async #isTooSlow(tries: readonly Try<unknown>[], methods: readonly string[]): Promise<boolean> {
    if (tries.some(({ failure }) => failure?.code !== 'timeout')) return false;
    const passed = await Promise.all(tries.map(({ node }) => this.#checks.passed(node)));
    return passed.every(Boolean) && tries.some(({ node }) => this.#methodFaults.answers(node.url, methods));
  }

  async #tryNode<R extends AnswerReading>(
    node: Upstream,
    request: NodeRequest<R>,
    { timeoutMs, deadline }: { readonly timeoutMs: number; readonly deadline: EpochMs },
    checks: Checks,
  ): Promise<Try<R>> {
    const tried = await this.#client.ask(node, request, timeoutMs);
    // The call alone may have caused it.
    const asksHealth = tried.outcome === 'incomplete' || tried.failure?.health === 'ask';
    if (asksHealth) checks.add(this.#checks.ask(node, request, deadline));
    return tried;
  }

  async #mayTake(node: Upstream, { accountId, callCount }: NodeRequest<AnswerReading>): Promise<boolean> {
    return (await this.#deps.limits?.take(node, accountId, callCount)) ?? true;
  }
}
