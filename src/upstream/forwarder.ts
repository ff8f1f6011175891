import type { Upstream, Upstreams } from '../environment.ts';
import { UpstreamUnavailableError } from '../gateway-errors.ts';
import {
  type AnswerFault,
  type AnswerReading,
  type ForwardResult,
  NodeClient,
  type NodeClientDeps,
  type NodeRequest,
} from './node-client.ts';
import { errorOfFailure, type UpstreamFailure } from './upstream-failure.ts';
import { type FindWatchedNode, UpstreamHealth } from './upstream-health.ts';
import { healthCheckMs } from './upstream-probe.ts';

export type ForwarderDeps = NodeClientDeps & {
  readonly upstreams: Upstreams;
  /** What the watch function knows of the nodes. */
  readonly watched?: FindWatchedNode;
};

/** A node has this long to answer a health check, in ms, also where the call has used up all of its time. */
const shortestCheckMs = 1_000;

/**
 * Sends calls to the nodes of their network, in order of preference, healthy ones first. Reads go on to the next node when
 * one fails; a request that may write is sent to the next node only while none can have received it.
 */
export class Forwarder {
  readonly #deps: ForwarderDeps;
  readonly #health: UpstreamHealth;
  readonly #tries: NodeClient;

  constructor(deps: ForwarderDeps) {
    this.#deps = deps;
    this.#health = new UpstreamHealth(deps.clock, deps.watched);
    this.#tries = new NodeClient(deps, this.#health);
  }

  /**
   * The first good answer; else, where every node gave an error of its own, that error.
   * @throws {UpstreamUnavailableError} no node gave a usable answer
   * @throws {UpstreamTimeoutError} the last node did not answer in time
   * @throws {ResponseTooLargeError} the answer is larger than Lambda can pass on
   * @throws {NoAnswerError} `cancelled`, which says nothing about the nodes
   */
  async forward<R extends AnswerReading>(request: NodeRequest<R>): Promise<ForwardResult<R>> {
    const healthChecks: Promise<void>[] = [];
    try {
      return await this.#tryInOrder(request, (check) => healthChecks.push(check));
    } finally {
      // A process is frozen as soon as it has answered: a check left behind would fail for that alone.
      if (healthChecks.length > 0) await Promise.all(healthChecks);
    }
  }

  async #tryInOrder<R extends AnswerReading>(
    request: NodeRequest<R>,
    onCheck: (check: Promise<void>) => void,
  ): Promise<ForwardResult<R>> {
    const { clock, upstreams } = this.#deps;
    const deadline = clock() + request.timeLimitMs;
    const nodes = this.#health.inOrder(request.network, upstreams[request.network] ?? []);
    const faulty: ForwardResult<R>[] = [];
    let failure: UpstreamFailure | undefined;
    for (const [index, node] of nodes.entries()) {
      const timeLeft = deadline - clock();
      if (timeLeft <= 0) break;
      const timeoutMs = request.onlyReads ? timeLeft / (nodes.length - index) : timeLeft;
      const tried = await this.#tries.try(node, request, timeoutMs);
      if ('answer' in tried) {
        if (tried.reading.fault === undefined) return tried;
        faulty.push(tried);
        if (!request.onlyReads) break;
        continue;
      }
      failure = tried;
      if (tried.health === 'ask') onCheck(this.#askHealth(node, request, deadline));
      if (tried.code === 'too_large' || (tried.sent && !request.onlyReads)) break;
    }
    const fromEveryNode = faulty.length === nodes.length;
    const chosen = chooseFaulty(faulty, fromEveryNode || !request.onlyReads);
    if (chosen) return { ...chosen, fromEveryNode };
    throw failure ? errorOfFailure(failure, request) : noNode();
  }

  /** The answer waits for the check, and the HTTP API no longer than 30 s for the answer. */
  #askHealth(
    node: Upstream,
    { network, timeLimitMs }: Pick<NodeRequest<AnswerReading>, 'network' | 'timeLimitMs'>,
    deadline: number,
  ): Promise<void> {
    const wait = Math.max(shortestCheckMs, deadline - this.#deps.clock());
    return this.#tries.askHealth(node, network, Math.min(healthCheckMs, timeLimitMs, wait));
  }
}

/**
 * The faulty answer that the caller gets: an incomplete one rather than none, and an error of a node only where every node
 * that may be asked gave one; first an error that does not blame the node's health alone.
 */
function chooseFaulty<R extends AnswerReading>(
  faulty: readonly ForwardResult<R>[],
  fromAll: boolean,
): ForwardResult<R> | undefined {
  const withFault = (fault: AnswerFault) => faulty.find(({ reading }) => reading.fault === fault);
  return withFault('incomplete') ?? (fromAll ? (withFault('missing') ?? faulty[0]) : undefined);
}

const noNode = () => new UpstreamUnavailableError('No node was asked. Try again shortly.');
