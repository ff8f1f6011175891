import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import type { ServingNode } from '../../../src/chains/served.ts';
import { effort } from '../../support/effort.ts';
import { type Asked, type AskedCall, asked, callsOf, markOf, reads } from './asked.ts';
import { allWell, epidemic, type Fault, faultFor, type NodeState, nodeState } from './fault.ts';
import { FaultyGateway, type ServedByNode } from './faulty-gateway.ts';
import { FaultyNode } from './faulty-node.ts';
import { nodeCredentials } from './node-credentials.ts';

// Random histories of three nodes that serve parts of the methods and fail, checked against promises that are written
// down here independently of the code. `NODE_FAULT_RUNS=2000 npm test -- test/json-rpc/node-faults` runs many.
const numRuns = Number(process.env.NODE_FAULT_RUNS ?? effort(60, 3_000));

const nodes = ['node-0', 'node-1', 'node-2'].map((name) => new FaultyNode(name));
beforeAll(() => Promise.all(nodes.map((node) => node.start())));
afterAll(() => Promise.all(nodes.map((node) => node.stop())));

/** The groups of the methods that are asked; all others are unknown. */
const groups: Readonly<Record<string, string>> = {
  getSlot: 'status',
  getHealth: 'status',
  getBalance: 'accounts',
  getAsset: 'accounts',
  getTransaction: 'history',
  simulateTransaction: 'transactions',
  sendTransaction: 'transactions',
  requestAirdrop: 'transactions',
  sendBundle: 'transactions',
};

const names = fc.uniqueArray(fc.constantFrom('accounts', 'history', 'transactions', 'status', ...Object.keys(groups)), {
  minLength: 1,
  maxLength: 4,
});
const serving: fc.Arbitrary<ServingNode> = fc.oneof(
  fc.constant({}),
  names.map((methods) => ({ methods })),
  fc
    .uniqueArray(fc.constantFrom('history', 'accounts', 'getSlot', 'newMethod', 'sendTransaction'))
    .map((exceptMethods) => ({ exceptMethods })),
  fc.tuple(names, names).map(([methods, exceptMethods]) => ({ methods, exceptMethods })),
);
const servedByNode: fc.Arbitrary<ServedByNode> = fc.record({
  serving: fc.tuple(serving, serving, serving),
  unsupported: fc.uniqueArray(fc.constantFrom('getAsset', 'sendBundle', 'newMethod'), { maxLength: 2 }),
});

const isListed = (list: readonly string[], method: string) =>
  list.includes(method) || list.includes(groups[method] ?? '-');

/** The nodes to which calls of a method may be sent. */
const serversOf = ({ serving = [], unsupported = [] }: ServedByNode, method: string): number[] =>
  unsupported.includes(method)
    ? []
    : serving.flatMap(({ methods, exceptMethods = [] }, node) => {
        if (isListed(exceptMethods, method)) return [];
        if (methods && !(method in groups && isListed(methods, method))) return [];
        return [node];
      });

const callSchema = v.object({ id: v.number(), method: v.string() });
const bodySchema = v.pipe(v.string(), v.parseJson(), v.union([callSchema, v.array(callSchema)]));

/** Calls that each node got of the n-th request. */
const arrivedOf = (n: number): readonly (readonly AskedCall[])[] =>
  nodes.map(({ received }) =>
    received.filter((body) => body.includes(markOf(n))).flatMap((body) => [v.parse(bodySchema, body)].flat()),
  );

const elementSchema = v.object({
  id: v.nullable(v.number()),
  error: v.optional(v.object({ data: v.optional(v.object({ reason: v.string() })) })),
});

/** The elements of an answer; undefined for text that a node has made. */
function elementsOf(text: string): v.InferOutput<typeof elementSchema>[] | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), v.union([v.array(elementSchema), elementSchema])), text);
  return parsed.success ? [parsed.output].flat() : undefined;
}

function expectPromisesKept(served: ServedByNode, states: readonly NodeState[], one: Asked, n: number, text: string) {
  const calls = callsOf(one, n);
  const arrived = arrivedOf(n);
  for (const [node, got] of arrived.entries())
    for (const { method } of got)
      expect([method, serversOf(served, method)]).toEqual([method, expect.arrayContaining([node])]);
  for (const { id, method } of calls) {
    const times = arrived.flat().filter((call) => call.id === id).length;
    // Another node may get a signed transaction that one has refused: see node-faults.test.ts.
    if (!reads.includes(method) && method !== 'sendTransaction') expect([method, times <= 1]).toEqual([method, true]);
  }
  const elements = elementsOf(text);
  const unserved = calls.filter(({ method }) => serversOf(served, method).length === 0);
  if (!elements || elements.length !== one.methods.length) return void expect(unserved).toEqual([]);
  const ids = one.methods.map((method, index) => (method === undefined ? null : (n + 1) * 100 + index));
  for (const [index, { id }] of elements.entries()) if (id !== null) expect(id).toBe(ids[index]);
  const refused = elements.flatMap(({ id, error }) => (/^method_/.test(error?.data?.reason ?? '') ? [id] : []));
  expect(refused).toEqual(unserved.map(({ id }) => id));
  for (const call of calls.filter((one) => canBeRead(served, states, calls, one))) {
    const reason = elements[ids.indexOf(call.id)]?.error?.data?.reason;
    expect([call.method, reason]).toEqual([call.method, undefined]);
  }
}

const isWell = ({ kind }: Fault): boolean =>
  kind === 'well' || kind === 'gzip unasked' || kind.endsWith('kept connections');

/** A read must get an answer if all calls that go to the same nodes are reads, and one of these nodes has no fault. */
function canBeRead(served: ServedByNode, states: readonly NodeState[], calls: readonly AskedCall[], call: AskedCall) {
  const servers = serversOf(served, call.method);
  const part = calls.filter(({ method }) => String(serversOf(served, method)) === String(servers));
  const methods = part.map(({ method }) => method);
  const faults = servers.map((node) => faultFor(states[node] ?? allWell, methods));
  const isSettled = faults.some(isWell) && !faults.some(({ kind }) => kind === 'too large');
  return isSettled && methods.every((method) => reads.includes(method));
}

const nodeIndex = fc.nat(nodes.length - 1);
const step = fc.record({
  changes: fc.oneof(
    { weight: 5, arbitrary: fc.array(fc.tuple(nodeIndex, nodeState), { maxLength: 2 }) },
    {
      weight: 1,
      arbitrary: epidemic(nodes.length).map((states) => states.map((one, node): [number, NodeState] => [node, one])),
    },
  ),
  requests: fc.array(asked, { minLength: 1, maxLength: 4 }),
});

test(
  'no write arrives twice, no call at a node that does not serve it, answers are in order, and only what nobody serves is -32601',
  async () => {
    const history = fc.asyncProperty(
      servedByNode,
      fc.tuple(nodeCredentials, nodeCredentials, nodeCredentials),
      fc.array(step, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (served, secrets, steps, overlap) => {
        await Promise.all(nodes.map((node) => node.reset()));
        const gateway = new FaultyGateway(nodes, secrets, overlap, served);
        const states: NodeState[] = [allWell, allWell, allWell];
        let n = 0;
        for (const { changes, requests } of steps) {
          for (const [node, changed] of changes) states[node] = changed;
          await Promise.all(nodes.map((node, index) => node.turn(states[index] ?? allWell)));
          const answers = await gateway.serveTogether(requests, n);
          for (const [index, one] of requests.entries())
            expectPromisesKept(served, states, one, n + index, answers[index]?.text ?? '');
          n += requests.length;
        }
      },
    );
    await fc.assert(history, { numRuns });
  },
  600_000 + numRuns * 1_000,
);
