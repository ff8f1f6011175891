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

/** `passed` never rejects. */
type Check = { readonly askedAt: EpochMs; readonly passed: Promise<boolean> };

/** The health checks that calls cause, beside those of watch. One check serves all calls that fail at the same time. */
export class ChecksOfCalls {
  readonly #deps: ChecksOfCallsDeps;
  /** The last check of each node, by its URL. */
  readonly #last = new Map<string, Check>();

  constructor(deps: ChecksOfCallsDeps) {
    this.#deps = deps;
  }

  /** Resolves with whether the node is healthy. The check of a moment ago counts, too. Never rejects. */
  async ask(node: Upstream, request: NodeRequest<AnswerReading>, deadline: EpochMs): Promise<boolean> {
    const { client, clock, limits } = this.#deps;
    const now = clock();
    const last = this.#last.get(node.url);
    if (last && now - last.askedAt < pauseMs) return last.passed;
    const counted = limits?.countCheck(node, request.accountId);
    // The answer waits for the check, and the HTTP API waits at most 30 s for the answer.
    const timeLeft = Math.max(minCheckMs, deadline - now);
    const passed = client.askHealth(node, request, Math.min(healthCheckMs, request.timeLimitMs, timeLeft));
    this.#last.set(node.url, { askedAt: now, passed });
    await counted;
    return passed;
  }

  /** Whether the node has passed its last check. */
  passed({ url }: Upstream): Promise<boolean> | boolean {
    return this.#last.get(url)?.passed ?? false;
  }
}
