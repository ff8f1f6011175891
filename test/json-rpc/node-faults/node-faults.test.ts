import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { effort } from '../../support/effort.ts';
import { noon } from '../gateway.ts';
import { type Asked, account, asked, callsOf, markOf, methodsOf, reads, useOf } from './asked.ts';
import { allWell, doubtfulState, epidemic, type Fault, faultFor, type NodeState, nodeState } from './fault.ts';
import { FaultyGateway } from './faulty-gateway.ts';
import { FaultyNode } from './faulty-node.ts';
import { Model } from './model.ts';
import { isShownIn, type NodeCredentials, nodeCredentials } from './node-credentials.ts';
import { methodsIn, notShown } from './node-replies.ts';

// Random histories of the faults of two to four nodes, compared with a model of the gateway (the table "When a node fails").
// `NODE_FAULT_RUNS=2000 npm test -- test/json-rpc/node-faults` runs many histories. A failure prints its seed.
const numRuns = Number(process.env.NODE_FAULT_RUNS ?? effort(50, 1_000));
// Against hangs only: while a test that ran out of time still plays, the next one's nodes are not its own.
const limitMs = 600_000 + numRuns * 1_000;

const nodes = ['node-0', 'node-1', 'node-2', 'node-3'].map((name) => new FaultyNode(name));
/** A network has some of the nodes. */
const nodeCount = fc.integer({ min: 2, max: nodes.length });
beforeAll(() => Promise.all(nodes.map((node) => node.start())));
afterAll(() => Promise.all(nodes.map((node) => node.stop())));

const nodeIndex = fc.nat(nodes.length - 1);
const found = fc.record({ node: nodeIndex, down: fc.boolean(), behind: fc.boolean() });

/** Nodes that get another fault: mostly one or two, sometimes all. */
const changes = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.tuple(nodeIndex, nodeState), { maxLength: 2, size: 'max' }) },
  {
    weight: 1,
    arbitrary: epidemic(nodes.length).map((states) => states.map((one, node): [number, NodeState] => [node, one])),
  },
);

/** Time passes, nodes fail or recover, the watch function may check one, and a request arrives. */
const step = fc.record({
  waitMs: fc.constantFrom(0, 0, 0, 0, 100, 1_000, 4_999, 5_000, 10_000, 15_000, 60_000),
  changes,
  found: fc.option(found, { freq: 4, nil: undefined }),
  asked,
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The same read several times, of several accounts, while the first node has an error that no table knows. */
const streak = fc
  .tuple(step, fc.array(account, { minLength: 3, maxLength: 5 }), fc.constantFrom(-32_602, -32_601))
  .map(([first, accounts, code]): Step[] =>
    accounts.map((account, index) => ({
      ...first,
      waitMs: 0,
      asked: { methods: ['getBalance'], batch: false, acceptGzip: false, account },
      changes: index > 0 ? [] : [...first.changes, [0, doubtfulState(code)], [1, allWell]],
    })),
  );

/** A history of sequential requests, compared with the model. */
class HistoryRun {
  readonly #gateway: FaultyGateway;
  readonly #model: Model;

  constructor(gateway: FaultyGateway, count: number) {
    this.#gateway = gateway;
    this.#model = new Model(noon, count);
  }

  async play(n: number, { waitMs, found, asked }: Step, states: readonly NodeState[]): Promise<void> {
    if (found) this.#watch(found);
    this.#gateway.time.now += waitMs;
    this.#model.now += waitMs;
    const expected = this.#model.expect(asked, n, states);
    const seen = await this.#gateway.serve(asked, n);
    expect(seen).toEqual(expected);
    expect(this.#gateway.time.now).toBe(this.#model.now);
    expectPromisesKept(asked, n, seen.status, states);
  }

  #watch({ node, down, behind }: { node: number; down: boolean; behind: boolean }): void {
    const watched = { down, behind, checkedAt: this.#gateway.time.now };
    this.#gateway.watched[node] = watched;
    this.#model.watch(node, watched);
  }
}

const isWell = ({ kind }: Fault): boolean =>
  kind === 'well' || kind === 'gzip unasked' || kind.endsWith('kept connections');

/** A node that answers so has not executed a transaction, whatever else is in the request. */
const isRefusal = (fault: Fault, calls: number): boolean => {
  if ('status' in fault && [401, 402, 403, 413, 415, 429].includes(fault.status)) return true;
  if (fault.kind !== 'rpc error') return false;
  return (fault.shape !== 'first' || calls === 1) && [-32_005, -32_401, -32_429].includes(fault.code);
};

/** A second opinion on the reads of a batch leaves its writes out. */
const onlyReadsIn = (body: string): boolean => methodsIn(body).every((method) => reads.includes(method));

/** The promises themselves, independent of the model. */
function expectPromisesKept(asked: Asked, n: number, status: number, states: readonly NodeState[]): void {
  const faults = states.map((state) => faultFor(state, methodsOf(asked)));
  const arrivals = nodes.flatMap(({ received }, node) =>
    received.filter((body) => body.includes(markOf(n)) && !onlyReadsIn(body)).map(() => faults[node]),
  );
  const use = useOf(asked);
  if (use === 'write') expect(arrivals.length).toBeLessThanOrEqual(1);
  if (use === 'signed')
    expect(arrivals.filter((fault) => fault && !isRefusal(fault, callsOf(asked, n).length)).length).toBeLessThanOrEqual(
      1,
    );
  const canBeServed = faults.some(isWell) && !faults.some(({ kind }) => kind === 'too large');
  if (use === 'read' && canBeServed) expect([502, 504]).not.toContain(status);
  expect([401, 402, 403]).not.toContain(status);
}

/** Brings the nodes into the states of a step. */
async function turn(states: NodeState[], changes: Step['changes']): Promise<void> {
  for (const [node, changed] of changes) states[node] = changed;
  await Promise.all(nodes.map((node, index) => node.turn(states[index] ?? allWell)));
}

/** A text about the operator's account, and bodies that are not JSON-RPC. */
const notForCustomers = new RegExp(`${notShown}|<html>|refused by`);

const secretsOfNodes = fc.tuple(nodeCredentials, nodeCredentials, nodeCredentials, nodeCredentials);
const firstStates = fc.tuple(nodeState, nodeState, nodeState, nodeState);

async function startHistory(
  secrets: readonly NodeCredentials[],
  count: number,
  overlapReads: boolean,
): Promise<FaultyGateway> {
  await Promise.all(nodes.map((node) => node.reset()));
  return new FaultyGateway(nodes.slice(0, count), secrets, overlapReads);
}

const shownOf = ({ said }: FaultyGateway, secrets: readonly NodeCredentials[]) =>
  secrets.filter((secret) => isShownIn(said, secret));

test(
  'whatever nodes do, no write arrives twice, no read fails while a node is healthy, and the rest follows the model',
  async () => {
    const part = fc.oneof({ weight: 9, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: streak });
    const steps = fc.array(part, { minLength: 1, maxLength: 12, size: 'max' }).map((parts) => parts.flat());
    const history = fc.asyncProperty(
      secretsOfNodes,
      firstStates,
      steps,
      nodeCount,
      fc.boolean(),
      async (secrets, first, all, count, overlap) => {
        const gateway = await startHistory(secrets, count, overlap);
        const run = new HistoryRun(gateway, count);
        const states: NodeState[] = [...first];
        for (const [n, one] of all.entries()) {
          await turn(states, one.changes);
          await run.play(n, one, states.slice(0, count));
        }
        expect(shownOf(gateway, secrets)).toEqual([]);
        expect(gateway.shown).not.toMatch(notForCustomers);
      },
    );
    await fc.assert(history, { numRuns, includeErrorInReport: true });
  },
  limitMs,
);

test(
  'the same promises hold for concurrent requests',
  async () => {
    const burst = fc.record({
      changes,
      requests: fc.array(asked, { minLength: 2, maxLength: 5 }),
    });
    const bursts = fc.array(burst, { minLength: 1, maxLength: 4 });
    const history = fc.asyncProperty(
      secretsOfNodes,
      firstStates,
      bursts,
      nodeCount,
      fc.boolean(),
      async (secrets, first, all, count, overlap) => {
        const gateway = await startHistory(secrets, count, overlap);
        const states: NodeState[] = [...first];
        let n = 0;
        for (const { changes, requests } of all) {
          await turn(states, changes);
          const answers = await gateway.serveTogether(requests, n);
          for (const [index, asked] of requests.entries())
            expectPromisesKept(asked, n + index, answers[index]?.status ?? 0, states.slice(0, count));
          n += requests.length;
        }
        expect(shownOf(gateway, secrets)).toEqual([]);
        expect(gateway.shown).not.toMatch(notForCustomers);
      },
    );
    await fc.assert(history, { numRuns: Math.ceil(numRuns / 3), includeErrorInReport: true });
  },
  limitMs,
);
