import type { Outcome } from '../../../src/records/outcome.ts';
import { type Asked, type AskedCall, callsOf, methodsOf, useOf } from './asked.ts';
import { allWell, faultFor, type HealthAnswer, type NodeState } from './fault.ts';
import { MethodRanks } from './method-ranks.ts';
import { NodeHealth, type Showing, type Watched } from './node-health.ts';
import type { ObservedRequest, Try } from './observed-request.ts';
import { type CallEnd, type Conduct, conductOf, isDoubtfulRead, type Nothing, type ScriptedAnswer } from './rules.ts';

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
  readonly #nodes: number;
  readonly #health: NodeHealth;
  readonly #ranks = new MethodRanks();
  readonly #checkedAt = new Map<number, number>();
  /** Nodes that said at their last check that they are healthy. */
  readonly #passed = new Set<number>();
  /** By account. */
  readonly #used = new Map<string, number>();

  constructor(now: number, nodes: number) {
    this.now = now;
    this.#nodes = nodes;
    this.#health = new NodeHealth(nodes);
  }

  /** Sets the watch function's result for a node. */
  watch(node: number, watched: Watched): void {
    this.#health.watch(node, watched);
  }

  /** The expected result of the n-th request of a history, while nodes are in these states. */
  expect(asked: Asked, n: number, states: readonly NodeState[]): ObservedRequest {
    const calls = callsOf(asked, n);
    const use = useOf(asked);
    const attempt: Attempt = { tries: [], checks: [], alarms: [], conducts: [] };
    const deadline = this.now + timeLimitMs;
    const order = this.#order(asked);
    for (const [index, node] of order.entries()) {
      const timeLeft = deadline - this.now;
      if (timeLeft <= 0) break;
      const timeoutMs = use === 'read' ? timeLeft / (order.length - index) : timeLeft;
      const conduct = this.#enter(attempt, { node, asked, calls, state: states[node] ?? allWell, timeoutMs });
      if (isLast(conduct, use)) break;
    }
    const tried = attempt.tries.map(({ node }) => node);
    // A write does not find out whether a node works again after its rest.
    const rested = order.filter((node) => !tried.includes(node) && this.#health.needsCheck(node, this.now));
    if (use !== 'read') for (const node of rested) this.#checkRested(attempt, node, states[node] ?? allWell);
    const first = endOf(attempt, calls, use, this.#nodes, this.#isTooSlow(attempt, methodsIn(calls)));
    const ends = this.#secondOpinion({ attempt, first, asked, calls, states, deadline });
    const used = (this.#used.get(asked.account) ?? 0) + ends.calls.filter(({ counts }) => counts).length;
    this.#used.set(asked.account, used);
    const { tries, checks, alarms } = attempt;
    return { tries, checks, alarms, ...shown(ends, asked), used };
  }

  /** All nodes are silent to this call, and well otherwise. */
  #isTooSlow({ conducts, tries }: Attempt, methods: readonly string[]): boolean {
    return (
      conducts.every((one) => one.gives === 'nothing' && one.why === 'upstream_timeout') &&
      tries.every(({ node }) => this.#passed.has(node)) &&
      tries.some(({ node }) => this.#ranks.hasAnswered(node, methods, this.now))
    );
  }

  #order(asked: Asked): readonly number[] {
    const order = this.#health.order(this.now, useOf(asked) !== 'read');
    return this.#ranks.lastOnes(order, methodsOf(asked), asked.account, this.now);
  }

  #enter(attempt: Attempt, { node, asked, calls, state, timeoutMs }: Met): Conduct {
    const fault = faultFor(state, methodsIn(calls));
    const conduct = conductOf(fault, nodeName(node), asked, calls);
    attempt.tries.push({ node, timeoutMs: fault.kind === 'no credentials' ? undefined : timeoutMs });
    attempt.conducts.push(conduct);
    this.#health.show(node, conduct.shows, this.now);
    // Its share of the time is used up.
    if (fault.kind === 'silent') this.now += timeoutMs;
    if (conduct.gives === 'answer' && conduct.shows === 'succeeds')
      this.#ranks.succeeded(node, methodsWithoutDoubt(conduct), this.now);
    if (conduct.shows === 'asks') {
      this.#ranks.failed(node, methodsIn(calls), asked.account, this.now);
      this.#check(attempt, node, state.health);
    }
    return conduct;
  }

  /** Of reads whose error no table knows, one more node is asked, once. */
  #secondOpinion({ attempt, first, asked, calls, states, deadline }: Doubted): Ends {
    const doubtful = calls.filter((_, index) => isDoubtfulRead(first.calls[index] ?? notDoubtful));
    const tried = attempt.tries.map(({ node }) => node);
    const again: Asked = { ...asked, methods: doubtful.map(({ method }) => method) };
    const node = this.#order(again).find((one) => !tried.includes(one) && this.#health.isUsable(one, this.now));
    if (doubtful.length === 0 || node === undefined || this.now >= deadline) return first;
    const met = { node, asked: again, calls: doubtful, state: states[node] ?? allWell, timeoutMs: deadline - this.now };
    const conduct = this.#enter({ ...attempt, conducts: [] }, met);
    if (conduct.gives === 'nothing') return first;
    const better = new Map(doubtful.flatMap((call, index) => betterEnd(call, conduct.calls[index])));
    const codes = new Map(
      calls.flatMap(({ method, id }, index) => (better.has(id) ? [[method, first.calls[index]?.doubt]] : [])),
    );
    for (const [method, code] of codes)
      this.#ranks.outdone(tried.at(-1) ?? 0, String(method), code, asked.account, this.now);
    if (better.size === 0) return first;
    const ends = first.calls.map((end, index) => better.get(calls[index]?.id ?? 0) ?? end);
    return { status: better.size === asked.methods.length ? conduct.status : 200, calls: ends };
  }

  /** Unlike a node that was just tried, it may not even be reached. */
  #checkRested(attempt: Attempt, node: number, state: NodeState): void {
    const { kind } = faultFor(state, []);
    // Its secret is asked for once more.
    if (kind === 'no credentials') attempt.tries.push({ node, timeoutMs: undefined });
    const isOut = kind === 'no credentials' || kind === 'refuses connections' || kind === 'resets at once';
    this.#check(
      kind === 'no credentials' ? { ...attempt, checks: [] } : attempt,
      node,
      isOut ? 'failing' : state.health,
    );
  }

  /** The node's health decides about the node. A node that fails as a whole explains its faults with single methods. */
  #check({ checks, alarms }: Attempt, node: number, health: HealthAnswer): void {
    if (this.now - (this.#checkedAt.get(node) ?? Number.NEGATIVE_INFINITY) < checkPauseMs) return;
    this.#checkedAt.set(node, this.now);
    checks.push(node);
    const shows = showingOfHealth[health];
    this.#health.show(node, shows, this.now);
    if (shows === 'succeeds') this.#passed.add(node);
    else this.#passed.delete(node);
    if (shows === 'rests') this.#ranks.forget(node);
    if (health === 'rejected') alarms.push(node);
  }
}

type Met = {
  readonly node: number;
  readonly asked: Asked;
  readonly calls: readonly AskedCall[];
  readonly state: NodeState;
  readonly timeoutMs: number;
};

type Doubted = {
  readonly attempt: Attempt;
  readonly first: Ends;
  readonly asked: Asked;
  readonly calls: readonly AskedCall[];
  readonly states: readonly NodeState[];
  readonly deadline: number;
};

const notDoubtful: CallEnd = { method: '', gave: '', outcome: 'ok', counts: true };

const methodsIn = (calls: readonly AskedCall[]): string[] => [...new Set(calls.map(({ method }) => method))];

/** Methods for which the answer has more than errors that no table knows. */
const methodsWithoutDoubt = ({ calls }: ScriptedAnswer): string[] => [
  ...new Set(calls.flatMap(({ method, doubt }) => (doubt === undefined ? [method] : []))),
];

const betterEnd = ({ id }: AskedCall, end: CallEnd | undefined): [number, CallEnd][] =>
  end?.outcome === 'ok' ? [[id, end]] : [];

type Attempt = {
  readonly tries: Try[];
  readonly checks: number[];
  readonly alarms: number[];
  readonly conducts: Conduct[];
};

/** A read ends with a good or a too large answer. A write goes on only if it was certainly not executed. */
function isLast(conduct: Conduct, use: ReturnType<typeof useOf>): boolean {
  if (conduct.gives === 'nothing') {
    if (use === 'read') return conduct.why === 'response_too_large';
    return conduct.state === 'sent' || (conduct.state === 'refused' && use === 'write');
  }
  if (use === 'signed') return conduct.fault !== 'behind';
  return use === 'write' || conduct.fault === undefined;
}

type Ends = { readonly status: number; readonly calls: readonly CallEnd[]; readonly whole?: string | undefined };

/** The client's answer, from everything that the nodes gave. */
function endOf(
  attempt: Attempt,
  calls: ReturnType<typeof callsOf>,
  use: ReturnType<typeof useOf>,
  nodeCount: number,
  isTooSlow: boolean,
): Ends {
  const { conducts } = attempt;
  const answers = conducts.flatMap((one) => (one.gives === 'answer' ? one : []));
  const failures = conducts.flatMap((one) => (one.gives === 'nothing' ? one : []));
  const good = answers.find(({ fault }) => fault === undefined);
  const part = answers.find(({ fault }) => fault === 'incomplete');
  // What a node lacks is shown to a read only if every node that was asked lacks it, and to a write if it is the end.
  const isShown = use === 'read' ? failures.length === 0 : conducts.at(-1)?.gives === 'answer';
  const own = answers.find(({ fault }) => fault === 'lacking') ?? answers.find(({ fault }) => fault === 'behind');
  const answer = good ?? part ?? (isShown ? own : undefined);
  const isFree = ({ isBehind }: CallEnd) => isBehind === true && conducts.length === nodeCount;
  const given = { outcome: 'upstream_error', counts: false } as const;
  if (answer) return { ...answer, calls: answer.calls.map((end) => (isFree(end) ? { ...end, ...given } : end)) };
  const areTooLarge = (use === 'write' || conducts.length === nodeCount) && conducts.every(isTooLarge);
  const failure = failures.findLast((one) => areTooLarge || !isTooLarge(one));
  const why = isTooSlow ? 'call_too_slow' : (failure?.why ?? 'upstream_unavailable');
  const error = failure?.state === 'sent' && use !== 'read' ? `${why}, in doubt` : why;
  const [status, outcome] = endsByReason[why];
  const counts = why !== 'upstream_unavailable';
  const ends = calls.map(({ id, method }): CallEnd => ({ method, gave: `${id}: ${error}`, outcome, counts }));
  return { status, calls: ends };
}

const endsByReason: Readonly<Record<Nothing['why'] | 'call_too_slow', readonly [status: number, outcome: Outcome]>> = {
  upstream_unavailable: [502, 'upstream_error'],
  response_too_large: [502, 'response_too_large'],
  upstream_timeout: [504, 'upstream_timeout'],
  call_too_slow: [504, 'call_too_slow'],
  invalid_request: [400, 'invalid_request'],
};

/** For the nodes: the request, not the answer. */
const isTooLarge = (conduct: Conduct): boolean => conduct.gives === 'nothing' && conduct.why === 'invalid_request';

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
