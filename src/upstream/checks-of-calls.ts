import type { Upstream } from '../network.ts';
import type { Clock, EpochMs } from '../time.ts';
import type { NodeClient } from './node-client.ts';
import type { NodeLimits } from './node-limits.ts';
import type { AnswerReading, NodeRequest } from './node-request.ts';
import { healthCheckMs } from './upstream-probe.ts';

/** The shortest time between two health checks of a node, in ms. */
const pauseMs = 1_000;

/** A node gets at least this long to answer a health check, in ms, even if the call has used up its time. */
const minCheckMs = 1_000;

type ChecksOfCallsDeps = {
  readonly client: NodeClient;
  readonly clock: Clock;
  readonly limits?: Pick<NodeLimits, 'countCheck'> | undefined;
};

/** The health checks that calls cause, beside those of watch. One check serves all calls that fail at the same time. */
export class ChecksOfCalls {
  readonly #deps: ChecksOfCallsDeps;
  /** When a node was last asked, by its URL. */
  readonly #askedAt = new Map<string, EpochMs>();

  constructor(deps: ChecksOfCallsDeps) {
    this.#deps = deps;
  }

  /** Resolves with the answer, or at once if the node was asked a moment ago. Never rejects. */
  async ask(node: Upstream, request: NodeRequest<AnswerReading>, deadline: EpochMs): Promise<void> {
    const { client, clock, limits } = this.#deps;
    const now = clock();
    if (now - (this.#askedAt.get(node.url) ?? Number.NEGATIVE_INFINITY) < pauseMs) return;
    this.#askedAt.set(node.url, now);
    const counted = limits?.countCheck(node, request.accountId);
    // The answer waits for the check, and the HTTP API waits at most 30 s for the answer.
    const timeLeft = Math.max(minCheckMs, deadline - now);
    await client.askHealth(node, request, Math.min(healthCheckMs, request.timeLimitMs, timeLeft));
    await counted;
  }
}
