import type { Outcome } from '../../../src/records/outcome.ts';
import { type Asked, callsOf, methodsOf, onlyReads } from './asked.ts';
import { allWell, faultFor, type HealthAnswer, type NodeState } from './fault.ts';
import { MethodRanks } from './method-ranks.ts';
import { NodeHealth, type Showing, type Watched } from './node-health.ts';
import type { ObservedRequest, Try } from './observed-request.ts';
import { type CallEnd, type Conduct, conductOf, type Nothing, type ScriptedAnswer } from './rules.ts';

/** For all attempts of one request together, in ms. Its shares are whole numbers. */
export const timeLimitMs = 24_000;

const showingOfHealth: Readonly<Record<HealthAnswer, Showing>> = {
  healthy: 'succeeds',
  behind: 'behind',
  failing: 'rests',
  rejected: 'rests',
  silent: 'rests',
};

/** The shortest time between two health checks of a node, in ms. */
const checkPauseMs = 1_000;

const nodeName = (node: number): string => `node-${node}`;

/** What the gateway may do by docs/failures.md, for one request at a time and nodes whose faults are known. */
export class Model {
  /** ms since the epoch; silent nodes advance it. */
  now: number;
  readonly #health: NodeHealth;
  readonly #ranks = new MethodRanks();
  readonly #checkedAt = new Map<number, number>();
  /** By account. */
  readonly #used = new Map<string, number>();

  constructor(now: number, nodes: number) {
    this.now = now;
    this.#health = new NodeHealth(nodes);
  }

  /** Sets the watch function's result for a node. */
  watch(node: number, watched: Watched): void {
    this.#health.watch(node, watched);
  }

  /** The expected result of the n-th request of a history, while nodes are in these states. */
  expect(asked: Asked, n: number, states: readonly NodeState[]): ObservedRequest {
    const calls = callsOf(asked, n);
    const reads = onlyReads(asked);
    const attempt: Attempt = { tries: [], checks: [], alarms: [], answers: [], failures: [] };
    const deadline = this.now + timeLimitMs;
    const order = this.#ranks.lastOnes(this.#health.order(this.now), methodsOf(asked), this.now);
    for (const [index, node] of order.entries()) {
      const timeLeft = deadline - this.now;
      if (timeLeft <= 0) break;
      const timeoutMs = reads ? timeLeft / (order.length - index) : timeLeft;
      const state = states[node] ?? allWell;
      const conduct = conductOf(faultFor(state, methodsOf(asked)), nodeName(node), asked, calls);
      this.#enter(attempt, node, { asked, state, conduct, timeoutMs });
      if (isLast(conduct, reads)) break;
    }
    const ends = endOf(attempt, calls, reads);
    const used = (this.#used.get(asked.account) ?? 0) + ends.calls.filter(({ counts }) => counts).length;
    this.#used.set(asked.account, used);
    const { tries, checks, alarms } = attempt;
    return { tries, checks, alarms, ...shown(ends, asked), used };
  }

  #enter(attempt: Attempt, node: number, { asked, state, conduct, timeoutMs }: Met): void {
    const { kind } = faultFor(state, methodsOf(asked));
    attempt.tries.push({ node, timeoutMs: kind === 'no credentials' ? undefined : timeoutMs });
    if (conduct.gives === 'answer') attempt.answers.push(conduct);
    else attempt.failures.push(conduct);
    this.#health.show(node, conduct.shows, this.now);
    // Its share of the time is used up.
    if (kind === 'silent') this.now += timeoutMs;
    if (conduct.shows === 'succeeds') this.#ranks.succeeded(node, methodsOf(asked));
    if (conduct.shows !== 'asks') return;
    this.#ranks.failed(node, methodsOf(asked), asked.account, this.now);
    this.#check(attempt, node, state.health);
  }

  /** The node's health decides about the node. A node that fails as a whole explains its faults with single methods. */
  #check({ checks, alarms }: Attempt, node: number, health: HealthAnswer): void {
    if (this.now - (this.#checkedAt.get(node) ?? Number.NEGATIVE_INFINITY) < checkPauseMs) return;
    this.#checkedAt.set(node, this.now);
    checks.push(node);
    const shows = showingOfHealth[health];
    this.#health.show(node, shows, this.now);
    if (shows === 'rests') this.#ranks.forget(node);
    if (health === 'rejected') alarms.push(node);
  }
}

type Met = {
  readonly asked: Asked;
  readonly state: NodeState;
  readonly conduct: Conduct;
  readonly timeoutMs: number;
};

type Attempt = {
  readonly tries: Try[];
  readonly checks: number[];
  readonly alarms: number[];
  readonly answers: ScriptedAnswer[];
  readonly failures: Nothing[];
};

/**
 * A write goes to the next node only if no node can have received it. A read ends with a good or a too large answer.
 */
function isLast(conduct: Conduct, reads: boolean): boolean {
  if (conduct.gives === 'answer') return !reads || conduct.fault === undefined;
  return reads ? conduct.why === 'response_too_large' : conduct.sent;
}

type Ends = { readonly status: number; readonly calls: readonly CallEnd[]; readonly whole?: string | undefined };

/** The client's answer, from everything that the nodes gave. */
function endOf(attempt: Attempt, calls: ReturnType<typeof callsOf>, reads: boolean): Ends {
  const { answers, failures } = attempt;
  const good = answers.find(({ fault }) => fault === undefined);
  const part = answers.find(({ fault }) => fault === 'incomplete');
  // A read gets a node fault only if every node that was asked gave one.
  const own =
    reads && failures.length > 0 ? undefined : (answers.find(({ fault }) => fault === 'missing') ?? answers[0]);
  const answer = good ?? part ?? own;
  if (answer) return answer;
  const failure = failures.at(-1);
  const why = failure?.why ?? 'upstream_unavailable';
  const error = failure?.sent && !reads ? `${why}, in doubt` : why;
  const outcome: Outcome = why === 'upstream_timeout' ? 'upstream_timeout' : 'upstream_error';
  const counts = why !== 'upstream_unavailable';
  const ends = calls.map(({ id, method }): CallEnd => ({ method, gave: `${id}: ${error}`, outcome, counts }));
  return { status: why === 'upstream_timeout' ? 504 : 502, calls: ends };
}

/** Adds an error for each element that is not a call. */
function shown({ status, calls, whole }: Ends, { methods }: Asked) {
  const invalid = methods.filter((method) => method === undefined);
  const gave =
    whole === undefined ? [...calls.map((call) => call.gave), ...invalid.map(() => 'null: invalid_request')] : [whole];
  const recorded = [
    ...calls.map(({ method, outcome }) => `${method} ${outcome}`),
    ...invalid.map(() => 'undefined invalid_request'),
  ];
  return { status, gave: gave.toSorted(), recorded: recorded.toSorted() };
}
