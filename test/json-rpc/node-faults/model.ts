import type { Outcome } from '../../../src/records/outcome.ts';
import { type Asked, callsOf, onlyReads } from './asked.ts';
import { type Fault, well } from './fault.ts';
import { NodeHealth, type Showing, type Watched } from './node-health.ts';
import type { ObservedRequest, Try } from './observed-request.ts';
import { type CallEnd, type Conduct, conductOf, type Nothing, type ScriptedAnswer } from './rules.ts';

/** For all attempts of one request together, in ms. Its shares are whole numbers. */
export const timeLimitMs = 24_000;

const showingOfHealth: Readonly<Record<string, Showing>> = { healthy: 'succeeds', behind: 'behind' };

const nodeName = (node: number): string => `node-${node}`;

/** What the gateway may do according to the design, for one request at a time and nodes whose faults are known. */
export class Model {
  /** ms since the epoch; silent nodes advance it. */
  now: number;
  readonly #health: NodeHealth;
  #used = 0;

  constructor(now: number, nodes: number) {
    this.now = now;
    this.#health = new NodeHealth(nodes);
  }

  /** Sets the watch function's result for a node. */
  watch(node: number, watched: Watched): void {
    this.#health.watch(node, watched);
  }

  /** The expected result of the n-th request of a history, while nodes have these faults. */
  expect(asked: Asked, n: number, faults: readonly Fault[]): ObservedRequest {
    const calls = callsOf(asked, n);
    const reads = onlyReads(asked);
    const attempt: Attempt = { tries: [], checks: [], alarms: [], answers: [], failures: [] };
    const deadline = this.now + timeLimitMs;
    const order = this.#health.order(this.now);
    for (const [index, node] of order.entries()) {
      const timeLeft = deadline - this.now;
      if (timeLeft <= 0) break;
      const timeoutMs = reads ? timeLeft / (order.length - index) : timeLeft;
      const fault = faults[node] ?? well;
      const conduct = conductOf(fault, nodeName(node), asked, calls);
      this.#enter(attempt, node, fault, conduct, timeoutMs);
      if (isLast(conduct, reads)) break;
    }
    const ends = endOf(attempt, calls, reads);
    this.#used += ends.calls.filter(({ counts }) => counts).length;
    const { tries, checks, alarms } = attempt;
    return { tries, checks, alarms, ...shown(ends, asked), used: this.#used };
  }

  #enter(attempt: Attempt, node: number, fault: Fault, conduct: Conduct, timeoutMs: number): void {
    attempt.tries.push({ node, timeoutMs: fault.kind === 'no credentials' ? undefined : timeoutMs });
    if (conduct.gives === 'answer') attempt.answers.push(conduct);
    else attempt.failures.push(conduct);
    if (conduct.gives === 'nothing' && conduct.alarm) attempt.alarms.push(node);
    this.#health.show(node, conduct.shows, this.now);
    if (fault.kind !== 'silent') return;
    // Its share of the time is used up, and its health is checked.
    this.now += timeoutMs;
    attempt.checks.push(node);
    this.#health.show(node, showingOfHealth[fault.health] ?? 'rests', this.now);
  }
}

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
