import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { createLog } from '../../src/log.ts';
import type { Outcome } from '../../src/records/outcome.ts';
import { type RequestRecord, recordSchema } from '../../src/records/record-schema.ts';
import { RefusalRecords } from '../../src/records/refusal-records.ts';
import { gatherMs, maxSums } from '../../src/records/refusal-sums.ts';
import type { Item, ItemTable } from '../../src/table/item-table.ts';
import { networkChains } from '../support/settings.ts';
import { recordOf } from '../usage/record.ts';

const noon = Date.UTC(2026, 10, 20, 12, 0, 0, 250);

/** The result of a write: success, not executed, or executed with a lost answer. */
type Ending = 'well' | 'not carried out' | 'answer lost';

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
    if (ending === 'not carried out') throw new Error('down');
    const name = `${item.pk} ${item.sk}`;
    // The stream record of a change would be counted again.
    expect(rows.get(name) ?? item).toEqual(item);
    rows.set(name, item);
    if (ending === 'answer lost') throw new Error('reset');
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

describe('refusals of a key', () => {
  test('are written at once the first time, then ten by ten, and the rest with a request ten seconds later', async () => {
    const process = startProcess();
    await ask(process, refusal({ method: 'getSlot' }));
    expect([...rows.values()]).toMatchObject([{ sk: 'id-1' }]);
    for (let times = 0; times < 38; times += 1) await ask(process, refusal({ method: 'getSlot' }));
    expect([...rows.values()].map(({ count }) => count)).toEqual([undefined, 10, 10, 10]);
    now += 9_999;
    await ask(process);
    expect(rows.size).toBe(4);
    now += 1;
    await ask(process);
    const sum = [...rows.values()].at(-1);
    expect([...rows.values()][0]).not.toHaveProperty('count');
    expect(v.parse(recordSchema, sum)).toMatchObject({
      requestId: 'id-32',
      at: noon,
      count: 8,
      outcome: 'rate_limited',
      calls: [{ method: 'getSlot', outcome: 'rate_limited', count: 8 }],
    });
  });

  test('that come once in ten seconds or less often are written at once', async () => {
    const process = startProcess();
    for (let times = 1; times <= 5; times += 1) {
      await ask(process, refusal());
      expect(countOf(rows.values())).toBe(times);
      now += 10_000;
    }
  });

  test('lose at most nine of a burst over three processes that then get no more requests', async () => {
    const processes = [startProcess(), startProcess(), startProcess()];
    for (let times = 0; times < 60; times += 1) {
      await Promise.all([processes[times % 3]].map((process) => process && ask(process, refusal())));
      now += 3;
    }
    expect(60 - countOf(rows.values())).toBeLessThanOrEqual(3 * 9);
  });

  test('of a fast key wait for others from the first on, and for a time that differs between processes', async () => {
    const processes = [0, 0.5, 0.99].map((drawn) => {
      random = drawn;
      return startProcess();
    });
    for (const process of processes) await process.add(refusal(), 1, { inManyProcesses: true });
    const written: number[] = [];
    for (const ms of [9_999, 1, 2_500, 2_500]) {
      now += ms;
      for (const process of processes) await ask(process);
      written.push(rows.size);
    }
    expect(written).toEqual([0, 1, 2, 3]);
    const [process] = processes;
    for (let times = 0; times < 10; times += 1) await process?.add(refusal(), 1, { inManyProcesses: true });
    expect(countOf(rows.values())).toBe(13);
  });

  test('are separate for each key', async () => {
    const process = startProcess();
    for (const keyId of ['key_1', 'key_2', 'key_1', 'key_2']) await ask(process, refusal({ keyId }));
    expect([...rows.values()].map(({ keyId }) => keyId)).toEqual(['key_1', 'key_2']);
  });
});

describe('a sum', () => {
  test('has the total bytes and calls, and the longest duration', async () => {
    const process = startProcess();
    await ask(process, refusal());
    for (const durationMs of [3, 9, 4]) {
      await ask(process, { ...refusal(), durationMs, requestBytes: 10, responseBytes: 20 });
    }
    now += gatherMs;
    await ask(process);
    expect([...rows.values()][1]).toMatchObject({ count: 3, durationMs: 9, requestBytes: 30, responseBytes: 60 });
  });

  test('of one refusal is a normal record', async () => {
    const process = startProcess();
    for (let times = 0; times < 2; times += 1) await ask(process, refusal({ method: 'made-up' }));
    now += gatherMs;
    await ask(process);
    expect([...rows.values()][1]).toMatchObject({ calls: [{ method: 'made-up' }] });
    expect([...rows.values()][1]).not.toHaveProperty('count');
  });

  test('does not grow with methods that the chain does not know', async () => {
    const process = startProcess();
    for (let times = 0; times < 11; times += 1) await ask(process, refusal({ method: `made-up-${times}` }));
    expect([...rows.values()][1]).toMatchObject({ calls: [{ method: 'other', outcome: 'rate_limited', count: 10 }] });
  });

  test('is of one UTC minute, by which usage is shown', async () => {
    const process = startProcess();
    now = noon + 58_000;
    for (let times = 0; times < 6; times += 1) {
      await ask(process, refusal());
      now += 1_000;
    }
    now += gatherMs;
    await ask(process);
    expect([...rows.values()].map(({ at, count = 1 }) => [new Date(Number(at)).getUTCMinutes(), count])).toEqual([
      [0, 1],
      [0, 1],
      [1, 4],
    ]);
  });

  test('is for one network and one outcome', async () => {
    const process = startProcess();
    await ask(process, refusal());
    for (const kind of [{}, { network: 'mainnet' }, { outcome: 'quota_exceeded' as const }]) {
      for (let times = 0; times < 3; times += 1) await ask(process, refusal(kind));
    }
    now += gatherMs;
    await ask(process);
    expect([...rows.values()].slice(1)).toMatchObject([
      { network: 'devnet', outcome: 'rate_limited', count: 3 },
      { network: 'mainnet', outcome: 'rate_limited', count: 3 },
      { network: 'devnet', outcome: 'quota_exceeded', count: 3 },
    ]);
  });

  test('exists for a few keys only: refusals of others are written one by one', async () => {
    const process = startProcess();
    const keys = Array.from({ length: maxSums + 5 }, (_, index) => `key_${index}`);
    for (let times = 0; times < 3; times += 1) for (const keyId of keys) await ask(process, refusal({ keyId }));
    expect(rows.size).toBe(keys.length + 2 * 5);
    now += gatherMs;
    await ask(process);
    expect(countOf(rows.values())).toBe(3 * keys.length);
  });
});

describe('the cost', () => {
  test('is a tenth of a write per refusal', async () => {
    const process = startProcess();
    for (let times = 0; times < 1_000; times += 1) {
      await ask(process, refusal({ method: 'getSlot' }));
      now += 10;
    }
    now += gatherMs;
    await ask(process);
    expect(countOf(rows.values())).toBe(1_000);
    // The first is written alone, and the last nine.
    expect(writes).toBeLessThanOrEqual(1 + 99 + 1);
  });
});

describe('a row that cannot be written', () => {
  test('is written in a later second, and counts once if only the answer was lost', async () => {
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

  test('is tried once a second, five times, and then logged as an event without an alarm', async () => {
    const process = startProcess();
    ending = 'not carried out';
    await ask(process, refusal());
    for (let second = 0; second < 10; second += 1) {
      now += 1_000;
      for (let times = 0; times < 3; times += 1) await ask(process);
    }
    expect(writes).toBe(5);
    expect(logged('record_lost')).toEqual([]);
    expect(logged('refusal_record_lost')).toMatchObject([{ level: 'error', reason: 'Error', item: { sk: 'id-1' } }]);
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

describe('over any history of several processes', () => {
  test('no refusal is missing, but at most nine of each key in each process that ended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
        [now, rows] = [noon, new Map()];
        const processes = [startProcess(), startProcess(), startProcess()];
        const seen = processes.map(() => new Set<string>());
        let [refused, mayMiss] = [0, 0];
        for (const { process: index, does, waitMs } of steps) {
          now += waitMs;
          const process = processes[index];
          if (!process) continue;
          if (does === 'ends') {
            mayMiss += 9 * (seen[index]?.size ?? 0);
            processes[index] = startProcess();
            seen[index]?.clear();
            continue;
          }
          await ask(process, does === 'goes through' ? undefined : refusal(does));
          if (does === 'goes through') continue;
          seen[index]?.add(does.keyId);
          refused += 1;
        }
        now += gatherMs;
        for (const process of processes) await ask(process);
        expect(countOf(rows.values())).toBeLessThanOrEqual(refused);
        expect(countOf(rows.values())).toBeGreaterThanOrEqual(refused - mayMiss);
      }),
      { numRuns: 300 },
    );
  });

  test('every refusal is in one row or in the log, although writes fail and answers are lost', async () => {
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
        ending = 'well';
        for (let times = 0; times < 10; times += 1) {
          now += gatherMs;
          for (const process of processes) await ask(process);
        }
        // A row whose last answer was lost is in the table and in the log.
        for (const { item } of logged('refusal_record_lost')) {
          const row = item as Item;
          rows.set(`${row.pk} ${row.sk}`, row);
        }
        expect(countOf(rows.values())).toBe(refused);
      }),
      { numRuns: 300 },
    );
  });
});
