import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { AwsError } from '../../src/aws/retry.ts';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import { createLog } from '../../src/log.ts';
import { maxFirst } from '../../src/records/first-refusals.ts';
import type { Outcome } from '../../src/records/outcome.ts';
import { type RequestRecord, recordSchema } from '../../src/records/record-schema.ts';
import { RefusalRecords } from '../../src/records/refusal-records.ts';
import { gatherMs, maxSums } from '../../src/records/refusal-sums.ts';
import type { Item, ItemTable } from '../../src/table/item-table.ts';
import { networkChains } from '../support/settings.ts';
import { recordOf } from '../usage/record.ts';

const noon = Date.UTC(2026, 10, 20, 12, 0, 0, 250);

/** The result of a write: success, not executed, executed with a lost answer, or not allowed. */
type Ending = 'well' | 'not carried out' | 'answer lost' | 'rejected';

let now: number;
let ids: number;
let rows: Map<string, Item>;
let writes: number;
let ending: Ending;
let lines: Item[];
let random: number;

beforeEach(() => {
  [now, ids, writes, ending, rows, lines, random] = [noon, 0, 0, 'well', new Map(), [], 0];
});

const notUsed = () => Promise.reject(new Error('not used'));
const records: ItemTable = {
  get: notUsed,
  update: notUsed,
  async put(item) {
    writes += 1;
    if (ending === 'not carried out') throw new NoAnswerError('timeout');
    if (ending === 'rejected') throw new AwsError('AccessDeniedException', 'no', { status: 400 });
    const name = `${item.pk} ${item.sk}`;
    // The stream record of a change would be counted again.
    expect(rows.get(name) ?? item).toEqual(item);
    rows.set(name, item);
    if (ending === 'answer lost') throw new NoAnswerError('damaged');
  },
};

const startProcess = () =>
  new RefusalRecords({
    records,
    clock: () => now,
    log: createLog('info', (line) => lines.push(JSON.parse(line))),
    methodName: networkChains.tallyName,
    random: () => random,
  });

type Kind = {
  readonly keyId?: string;
  readonly network?: string;
  readonly outcome?: Outcome;
  readonly method?: string | undefined;
};

function refusal({ keyId = 'key_1', network = 'devnet', outcome = 'rate_limited', method }: Kind = {}): RequestRecord {
  ids += 1;
  const calls = [{ ...(method !== undefined && { method }), outcome, count: 1 }];
  return recordOf({ requestId: `id-${ids}`, keyId, network, outcome, status: 429, at: now, calls });
}

/** A request of the process, refused or admitted. */
async function ask(process: RefusalRecords, refused?: RequestRecord): Promise<void> {
  await process.writePending();
  if (refused) await process.add(refused, 1);
}

const countOf = (items: Iterable<Item>): number =>
  [...items].reduce((sum, { count }) => sum + (typeof count === 'number' ? count : 1), 0);

const logged = (event: string): Item[] => lines.filter((line) => line.event === event);

/** Refuses requests of the process, one after the other. */
async function refuse(process: RefusalRecords, times: number, kind?: Kind): Promise<void> {
  for (let time = 0; time < times; time += 1) await ask(process, refusal(kind));
}

/** Uses up the refusals of an account that are recorded one by one, and forgets their rows. */
async function refuseFirst(process: RefusalRecords, kind?: Kind): Promise<void> {
  await refuse(process, maxFirst, kind);
  rows.clear();
}

describe('refusals of an account', () => {
  test('are ten records of their own, each written before the answer', async () => {
    const process = startProcess();
    for (let times = 1; times <= 10; times += 1) {
      await ask(process, refusal({ keyId: `key_${times % 3}` }));
      expect(rows.size).toBe(times);
    }
    for (const row of rows.values()) expect(row).not.toHaveProperty('count');
  });

  test('are summed from the eleventh on, and written with a request ten seconds later', async () => {
    const process = startProcess();
    await refuse(process, 28, { method: 'getSlot' });
    now += 9_999;
    await ask(process);
    expect(rows.size).toBe(10);
    now += 1;
    await ask(process);
    expect(rows.size).toBe(11);
    expect(v.parse(recordSchema, [...rows.values()].at(-1))).toMatchObject({
      requestId: 'id-11',
      at: noon,
      count: 18,
      outcome: 'rate_limited',
      calls: [{ method: 'getSlot', outcome: 'rate_limited', count: 18 }],
    });
  });

  test('have records of their own again after a minute without any', async () => {
    const process = startProcess();
    await refuse(process, 20);
    now += 59_999;
    await ask(process, refusal());
    now += 59_999;
    await ask(process, refusal());
    expect(countOf(rows.values())).toBe(21);
    rows.clear();
    now += 60_000;
    await ask(process);
    rows.clear();
    await refuse(process, 10);
    expect(rows.size).toBe(10);
  });

  test('do not use up those of another account', async () => {
    const process = startProcess();
    await refuse(process, 20);
    await ask(process, { ...refusal(), accountId: 'other' });
    expect(rows.size).toBe(11);
  });

  test('all count, also if processes end, as long as there are ten in each', async () => {
    for (let index = 0; index < 3; index += 1) await refuse(startProcess(), 10);
    expect(countOf(rows.values())).toBe(30);
  });
});

describe('refusals of a fast key', () => {
  test('are summed from the first on, and do not use up those of its account', async () => {
    const process = startProcess();
    for (let times = 0; times < 20; times += 1) await process.add(refusal(), 1, { inManyProcesses: true });
    expect(rows.size).toBe(0);
    await refuse(process, 10, { keyId: 'key_2', outcome: 'key_revoked' });
    expect(rows.size).toBe(10);
  });

  test('wait for a time that differs between processes, and is drawn again for each row', async () => {
    const processes = [startProcess(), startProcess(), startProcess()];
    for (const [index, process] of processes.entries()) {
      random = index / 2;
      await process.add(refusal(), 1, { inManyProcesses: true });
    }
    const written: number[] = [];
    for (const ms of [9_999, 1, 5_000, 5_000]) {
      now += ms;
      for (const process of processes) await ask(process);
      written.push(rows.size);
    }
    expect(written).toEqual([0, 1, 2, 3]);
  });

  test('are one row in ten seconds, whatever the networks, outcomes and minutes', async () => {
    const process = startProcess();
    const kinds: Kind[] = ['devnet', 'mainnet'].flatMap((network) =>
      (['rate_limited', 'internal_error'] as const).map((outcome) => ({ network, outcome })),
    );
    const writtenAt: number[] = [];
    for (const end = now + 300_000; now < end; now += 250) {
      const before = rows.size;
      await process.writePending();
      expect(rows.size - before).toBeLessThanOrEqual(1);
      if (rows.size > before) writtenAt.push(now);
      if (now >= noon + 150_000) continue;
      for (const kind of kinds) await process.add(refusal(kind), 1, { inManyProcesses: true });
    }
    for (const [index, at] of writtenAt.slice(1).entries()) {
      expect(at - (writtenAt[index] ?? 0)).toBeGreaterThanOrEqual(gatherMs);
    }
    expect(countOf(rows.values())).toBe(4 * 600);
  });

  test('are written less often if the row takes several write units', async () => {
    const process = startProcess();
    const methods = [...(networkChains.chainOf('devnet')?.methods.keys() ?? [])].slice(0, 25);
    for (const method of methods) {
      await process.add(refusal({ method }), 1, { inManyProcesses: true });
    }
    now += 29_999;
    await ask(process);
    expect(rows.size).toBe(0);
    now += 1;
    await ask(process);
    expect([...rows.values()]).toMatchObject([{ count: 25 }]);
  });
});

describe('a sum', () => {
  test('has the total bytes and calls, and the longest duration', async () => {
    const process = startProcess();
    await refuseFirst(process);
    for (const durationMs of [3, 9, 4]) {
      await ask(process, { ...refusal(), durationMs, requestBytes: 10, responseBytes: 20 });
    }
    now += gatherMs;
    await ask(process);
    expect([...rows.values()]).toMatchObject([{ count: 3, durationMs: 9, requestBytes: 30, responseBytes: 60 }]);
  });

  test('of one refusal is a normal record', async () => {
    const process = startProcess();
    await refuseFirst(process);
    await refuse(process, 1, { method: 'made-up' });
    now += gatherMs;
    await ask(process);
    expect([...rows.values()]).toMatchObject([{ calls: [{ method: 'made-up' }] }]);
    expect([...rows.values()][0]).not.toHaveProperty('count');
  });

  test('does not grow with methods that the chain does not know', async () => {
    const process = startProcess();
    await refuseFirst(process);
    for (let times = 0; times < 11; times += 1) await ask(process, refusal({ method: `made-up-${times}` }));
    now += gatherMs;
    await ask(process);
    expect([...rows.values()]).toMatchObject([{ calls: [{ method: 'other', outcome: 'rate_limited', count: 11 }] }]);
  });

  test('is of one UTC minute, by which usage is shown', async () => {
    const process = startProcess();
    now = noon + 58_000;
    await refuseFirst(process);
    for (let times = 0; times < 6; times += 1) {
      await ask(process, refusal());
      now += 1_000;
    }
    for (let times = 0; times < 2; times += 1) {
      now += gatherMs;
      await ask(process);
    }
    expect([...rows.values()].map(({ at, count = 1 }) => [new Date(Number(at)).getUTCMinutes(), count])).toEqual([
      [0, 2],
      [1, 4],
    ]);
  });

  test('is for one key, one network and one outcome', async () => {
    const process = startProcess();
    await refuseFirst(process);
    const kinds: Kind[] = [{}, { keyId: 'key_2' }, { network: 'mainnet' }, { outcome: 'quota_exceeded' }];
    for (const kind of kinds) await refuse(process, 3, kind);
    for (let times = 0; times < 3; times += 1) {
      now += gatherMs;
      await ask(process);
    }
    expect([...rows.values()].toSorted((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1))).toMatchObject([
      { keyId: 'key_1', network: 'devnet', outcome: 'rate_limited', count: 3 },
      { keyId: 'key_2', network: 'devnet', outcome: 'rate_limited', count: 3 },
      { keyId: 'key_1', network: 'mainnet', outcome: 'rate_limited', count: 3 },
      { keyId: 'key_1', network: 'devnet', outcome: 'quota_exceeded', count: 3 },
    ]);
  });
});

describe('in memory', () => {
  test('is room for so many rows; then the oldest one is written at once', async () => {
    const process = startProcess();
    await refuseFirst(process);
    for (let index = 0; index < maxSums; index += 1) await refuse(process, 2, { keyId: `key_${index}` });
    expect(rows.size).toBe(0);
    await refuse(process, 1, { keyId: 'key_new' });
    expect([...rows.values()]).toMatchObject([{ keyId: 'key_0', count: 2 }]);
  });

  test('a request writes at most twenty of them', async () => {
    const process = startProcess();
    await refuseFirst(process);
    for (let index = 0; index < 50; index += 1) await refuse(process, 1, { keyId: `key_${index}` });
    now += gatherMs;
    for (const count of [20, 40, 50, 50]) {
      await ask(process);
      expect(rows.size).toBe(count);
    }
  });
});

test('a flood of one key costs ten writes once, and then one in ten seconds', async () => {
  const process = startProcess();
  for (const end = now + 60_000; now < end; now += 10) await ask(process, refusal({ method: 'getSlot' }));
  for (let times = 0; times < 2; times += 1) {
    now += gatherMs;
    await ask(process);
  }
  expect(countOf(rows.values())).toBe(6_000);
  expect(writes).toBeLessThanOrEqual(10 + 6 + 2);
});

describe('a row that cannot be written', () => {
  test('is written ten seconds later, unchanged, and counts once if only the answer was lost', async () => {
    const process = startProcess();
    for (const how of ['not carried out', 'answer lost'] as const) {
      ending = how;
      await ask(process, refusal());
      ending = 'well';
      now += gatherMs;
      await ask(process);
    }
    expect([...rows.values()]).toMatchObject([{ sk: 'id-1' }, { sk: 'id-2' }]);
  });

  test('ends the records one by one: refusals must not take what is left from admitted calls', async () => {
    const process = startProcess();
    ending = 'not carried out';
    await refuse(process, 10);
    expect(writes).toBe(1);
  });

  test('is logged as an event without an alarm if memory is full', async () => {
    const process = startProcess();
    ending = 'not carried out';
    for (let index = 0; index <= maxSums; index += 1) await ask(process, { ...refusal(), accountId: `acc_${index}` });
    expect(logged('record_lost')).toEqual([]);
    expect(logged('refusal_record_lost')).toMatchObject([
      { level: 'error', reason: 'NoAnswerError', item: { sk: `id-${maxSums + 1}` } },
    ]);
  });

  test('is logged at once if a repetition cannot help', async () => {
    const process = startProcess();
    ending = 'rejected';
    await ask(process, refusal());
    expect(logged('refusal_record_lost')).toMatchObject([{ reason: 'AccessDeniedException', item: { sk: 'id-1' } }]);
  });
});

describe('the log', () => {
  test('reports at once, and then once a minute, which keys were refused, why and how often', async () => {
    const process = startProcess();
    for (let times = 0; times < 5; times += 1) await ask(process, refusal());
    await ask(process, refusal({ outcome: 'key_revoked' }));
    expect(logged('key_refused')).toMatchObject([{ keyId: 'key_1', outcome: 'rate_limited', count: 1 }]);
    now += 60_000;
    await ask(process);
    expect(logged('key_refused').slice(1)).toEqual([
      { level: 'info', event: 'key_refused', keyId: 'key_1', outcome: 'rate_limited', count: 4 },
      { level: 'info', event: 'key_refused', keyId: 'key_1', outcome: 'key_revoked', count: 1 },
    ]);
    now += 60_000;
    await ask(process);
    expect(logged('key_refused')).toHaveLength(3);
  });

  test('names throttled keys apart, as an event that an alarm counts', async () => {
    const process = startProcess();
    await process.add(refusal({ outcome: 'internal_error' }), 1, { event: 'key_throttled' });
    await process.add(refusal(), 1);
    now += 60_000;
    await ask(process);
    expect(lines.map(({ event, keyId, outcome, count }) => [event, keyId, outcome, count])).toEqual([
      ['key_throttled', 'key_1', 'internal_error', 1],
      ['key_refused', 'key_1', 'rate_limited', 1],
    ]);
  });

  test('has one line per key for a hundred keys, and one for all others', async () => {
    const process = startProcess();
    for (let index = 0; index < 151; index += 1) await ask(process, refusal({ keyId: `key_${index}` }));
    now += 60_000;
    await ask(process);
    expect(logged('key_refused')).toHaveLength(1 + 100 + 1);
    expect(logged('key_refused').at(-1)).toEqual({
      level: 'info',
      event: 'key_refused',
      outcome: 'rate_limited',
      count: 50,
    });
  });
});

const kind = fc.record({
  keyId: fc.constantFrom('key_1', 'key_2', 'key_3'),
  network: fc.constantFrom('devnet', 'mainnet'),
  outcome: fc.constantFrom<Outcome[]>('rate_limited', 'quota_exceeded', 'key_revoked', 'plan_inactive'),
  method: fc.constantFrom('getSlot', 'getBalance', 'made-up', undefined),
});

/** A request of a process with its result and the time since the last one, or the end of that process. */
const step = fc.record({
  process: fc.nat(2),
  does: fc.oneof(
    { weight: 8, arbitrary: kind },
    { weight: 1, arbitrary: fc.constant('goes through' as const) },
    { weight: 1, arbitrary: fc.constant('ends' as const) },
  ),
  waitMs: fc.constantFrom(0, 0, 0, 10, 400, 1_000, 5_000),
  ending: fc.constantFrom<Ending[]>('well', 'not carried out', 'answer lost'),
});

/** Long enough for every sum of a few keys to be written, one after the other. */
async function writeAll(processes: readonly RefusalRecords[]): Promise<void> {
  ending = 'well';
  for (let times = 0; times < 40; times += 1) {
    now += gatherMs;
    for (const process of processes) await ask(process);
  }
}

describe('over any history of several processes', () => {
  test('no refusal is missing, but those after the tenth in a process that ended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
        [now, rows] = [noon, new Map()];
        const processes = [startProcess(), startProcess(), startProcess()];
        const refusedBy = [0, 0, 0];
        let [refused, mayMiss] = [0, 0];
        for (const { process: index, does, waitMs } of steps) {
          now += waitMs;
          const process = processes[index];
          if (!process) continue;
          if (does === 'ends') {
            mayMiss += Math.max(0, (refusedBy[index] ?? 0) - maxFirst);
            processes[index] = startProcess();
            refusedBy[index] = 0;
            continue;
          }
          await ask(process, does === 'goes through' ? undefined : refusal(does));
          if (does === 'goes through') continue;
          refusedBy[index] = (refusedBy[index] ?? 0) + 1;
          refused += 1;
        }
        await writeAll(processes);
        expect(countOf(rows.values())).toBeLessThanOrEqual(refused);
        expect(countOf(rows.values())).toBeGreaterThanOrEqual(refused - mayMiss);
      }),
      { numRuns: 300 },
    );
  });

  test('every refusal is in one row, although writes fail and answers are lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        [now, rows, lines] = [noon, new Map(), []];
        const processes = [startProcess(), startProcess(), startProcess()];
        let refused = 0;
        for (const { process: index, does, waitMs, ending: next } of steps) {
          [now, ending] = [now + waitMs, next];
          const process = processes[index];
          if (!process || does === 'ends') continue;
          await ask(process, does === 'goes through' ? undefined : refusal(does));
          if (does !== 'goes through') refused += 1;
          expect(countOf(rows.values())).toBeLessThanOrEqual(refused);
        }
        await writeAll(processes);
        expect(countOf(rows.values())).toBe(refused);
        expect(logged('refusal_record_lost')).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
