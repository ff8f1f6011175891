import { afterEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import type { ProxyAnswer } from '../../src/json-rpc/proxy-answer.ts';
import { withoutTries } from '../../src/management-api/request-view.ts';
import { recordSchema } from '../../src/records/record-schema.ts';
import type { Item } from '../../src/table/item-table.ts';
import { callerOn } from '../support/callers.ts';
import { call, planOf } from './gateway.ts';
import { answer, makeSteppedGateway, type Node, well } from './stepped-gateway.ts';

/** The nodes' behaviour, by the first method of a request. */
const behaviours: Readonly<Record<string, Node>> = {
  getSlot: well,
  getBlock: () => answer('{"jsonrpc":"2.0","error":{"code":-32005},"id":1}'),
  getSupply: () => answer('<html>', 500),
  getVersion: () => answer('busy', 503),
  getHealth: () => new NoAnswerError('unreachable'),
  getBlocks: () => new NoAnswerError('timeout'),
  simulateTransaction: () => new NoAnswerError('too_large'),
  sendTransaction: well,
  requestAirdrop: () => new NoAnswerError('unreachable'),
  sendBundle: well,
};

const node: Node = (body, url) => behaviours[/"method":"(\w+)"/.exec(body)?.[1] ?? '']?.(body, url) ?? well(body, url);

/**
 * A request in a sequence: its calls, calls counted by other processes before it, the time before it, and a failing
 * table.
 */
const step = fc.record({
  methods: fc.array(fc.constantFrom(...Object.keys(behaviours)), { minLength: 1, maxLength: 3 }),
  batch: fc.boolean(),
  otherCalls: fc.constantFrom(0, 0, 1, 3),
  waitMs: fc.constantFrom(0, 0, 300, 1_000, 11_000),
  failing: fc.constantFrom(false, false, false, true),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const bodyOf = ({ methods, batch }: Step, id: number): string => {
  const calls = methods.map((method, index) => call(id * 10 + index, method));
  return batch || calls.length > 1 ? `[${calls.join(',')}]` : (calls[0] ?? '');
};

const limits = { callsPerSecond: 4, callsPerDay: 12 };

/** What customers see. Random request ids are replaced; a refused early forward is a try that an admitted one is not. */
const visible = (answers: readonly ProxyAnswer[], rows: readonly Item[]): string => {
  const records = rows.map(({ tries, expiresAt, ...row }) => {
    const { calls, ...record } = v.parse(v.looseObject(recordSchema.entries), row);
    return { ...record, calls: withoutTries(calls) };
  });
  return JSON.stringify({ answers, records }).replace(/0[0-9A-HJKMNP-TV-Z]{25}/g, 'ID');
};

async function play(steps: readonly Step[], overlapReads: boolean, scheduler?: fc.Scheduler) {
  const turn = async (name: string) => scheduler?.schedule(Promise.resolve(), name);
  let failing = false;
  const gateway = makeSteppedGateway({
    ...limits,
    overlapReads,
    node,
    authorize: async (keyId) => {
      await turn('read');
      return callerOn(planOf(limits.callsPerSecond, limits.callsPerDay), keyId);
    },
    beforeCounting: async () => {
      const fails = failing;
      await turn('count');
      if (fails) throw new Error('the table is on fire');
    },
    beforeAnswering: async () => void (await turn('answer')),
  });
  const answers: ProxyAnswer[] = [];
  for (const [id, one] of steps.entries()) {
    gateway.time.now += one.waitMs;
    failing = false;
    if (one.otherCalls > 0) await gateway.countInOtherProcess(one.otherCalls);
    failing = one.failing;
    const served = gateway.serve(bodyOf(one, id));
    answers.push(await (scheduler ? scheduler.waitFor(served) : served));
  }
  return { ...gateway, visible: visible(answers, gateway.records()), answers };
}

const steps = fc.array(step, { minLength: 1, maxLength: 8 });

describe('in whatever order things finish', () => {
  test('answers, records and counters are the same as without early forwards', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.scheduler(), async (sequence, scheduler) => {
        const overlapped = await play(sequence, true, scheduler);
        const inTurn = await play(sequence, false);
        expect(overlapped.visible).toBe(inTurn.visible);
        expect(overlapped.used()).toBe(inTurn.used());
      }),
      { numRuns: 300 },
    );
  });

  test('no node receives a refused write, or a read in the same batch', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.scheduler(), async (sequence, scheduler) => {
        const { answers, sent } = await play(sequence, true, scheduler);
        const bodies = sent.map(({ body }) => body);
        for (const [id, one] of sequence.entries()) {
          const refused = [429, 503].includes(answers[id]?.status ?? 0);
          const reads = one.methods.every((method) => /^(get|simulate)/.test(method));
          if (refused && !reads) expect(bodies).not.toContain(bodyOf(one, id));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('of a key’s refused calls, the node receives at most one per window, however many arrive at once', async () => {
    const crowd = fc.record({ size: fc.integer({ min: 1, max: 6 }), waitMs: fc.constantFrom(0, 300, 1_000, 11_000) });
    const crowds = fc.array(fc.tuple(crowd, fc.constantFrom(0, 1, 4)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(crowds, fc.scheduler(), async (sequence, scheduler) => {
        const gateway = makeSteppedGateway({
          ...limits,
          beforeCounting: () => scheduler.schedule(Promise.resolve(), 'count'),
          beforeAnswering: () => scheduler.schedule(Promise.resolve(), 'answer'),
        });
        const wasted = new Map<string, number>();
        for (const [step, [{ size, waitMs }, otherCalls]] of sequence.entries()) {
          gateway.time.now += waitMs;
          if (otherCalls > 0) await gateway.countInOtherProcess(otherCalls);
          const bodies = Array.from({ length: size }, (_, index) => call(step * 10 + index, 'getSlot'));
          const answers = await scheduler.waitFor(Promise.all(bodies.map((body) => gateway.serve(body))));
          for (const [index, body] of bodies.entries()) {
            const { status, body: text } = answers[index] ?? { status: 0, body: '' };
            if (status !== 429 || !gateway.sent.some((one) => one.body === body)) continue;
            const { reason, resetsAt } = JSON.parse(text).error.data;
            wasted.set(`${reason} ${resetsAt}`, (wasted.get(`${reason} ${resetsAt}`) ?? 0) + 1);
          }
        }
        expect(Math.max(0, ...wasted.values())).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a read’s duration, at 4 ms per round trip to DynamoDB,', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

  async function waited(overlapReads: boolean, nodeMs: number, method = 'getSlot'): Promise<number> {
    jest.useFakeTimers();
    const started = Date.now();
    const gateway = makeSteppedGateway({
      overlapReads,
      beforeCounting: () => delay(4),
      beforeWriting: () => delay(4),
      beforeAnswering: () => delay(nodeMs),
    });
    const served = gateway.serve(call(1, method)).then(() => Date.now() - started);
    await jest.runAllTimersAsync();
    return served;
  }

  test('is its node’s time plus the round trip of its record', async () => {
    expect(await waited(true, 50)).toBe(54);
    expect(await waited(false, 50)).toBe(58);
  });

  test('has the counters’ time instead of the node’s if the node is faster', async () => {
    expect(await waited(true, 1)).toBe(8);
    expect(await waited(false, 1)).toBe(9);
  });

  test('is shorter than that of a write, which also waits for the counters', async () => {
    expect(await waited(true, 50, 'sendTransaction')).toBe(58);
  });
});
