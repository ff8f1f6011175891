import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AwsError, WrongClockError } from '../../src/aws/retry.ts';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import { readCounterState } from '../../src/limits/counter-state.ts';
import { admissionsKey } from '../../src/limits/counter-writes.ts';
import type { AdmittedCalls, RefusedCalls } from '../../src/limits/limit-status.ts';
import type { LimitsUnavailableError } from '../../src/runtime/gateway-errors.ts';
import { ConditionFailedError, type UpdateRequest } from '../../src/table/item-table.ts';
import { dayOf, secondOfDay } from '../../src/time.ts';
import { type MemoryTable, memoryTable } from '../json-rpc/memory-table.ts';
import { admissionsOn } from '../support/admissions.ts';

const start = Date.UTC(2026, 10, 20, 14, 25, 36, 200);
const limits = { callsPerSecond: 10, callsPerDay: 50_000 };

/** What happens to a write. `lost` and `error 500 after`: it is executed, and the process does not learn that. */
type Fate =
  | 'done'
  | 'throttled'
  | 'lost'
  | 'never arrived'
  | 'error 500 before'
  | 'error 500 after'
  | 'answered late'
  | 'wrong clock'
  | 'invalid';

const rejection = (name: string, status = 400) => new AwsError(name, `${name} for a test`, { status });

let table: MemoryTable;
let now: number;
/** The fates of the next writes; after them, every write is done. */
let fates: Fate[];
let writes: UpdateRequest[];
let pauses: number[];

beforeEach(() => {
  table = memoryTable();
  now = start;
  [fates, writes, pauses] = [[], [], []];
});

async function update(request: UpdateRequest) {
  writes.push(request);
  now += 4;
  const fate = fates.shift() ?? 'done';
  if (fate === 'throttled') throw rejection('ProvisionedThroughputExceededException');
  if (fate === 'wrong clock') {
    now += 600_000;
    throw new WrongClockError('InvalidSignatureException', 'for a test', { status: 400 });
  }
  if (fate === 'invalid') throw rejection('ValidationException');
  if (fate === 'never arrived') throw new NoAnswerError('timeout');
  if (fate === 'error 500 before') throw rejection('InternalServerError', 500);
  const item = await table.update(request);
  if (fate === 'lost') throw new NoAnswerError('timeout');
  if (fate === 'error 500 after') throw rejection('InternalServerError', 500);
  if (fate === 'answered late') now += 10_001;
  return item;
}

const process = () =>
  admissionsOn({ ...table, update }, () => now, {
    pause: async (ms) => {
      pauses.push(ms);
      now += ms;
    },
    random: () => 0.5,
  });

const used = () => readCounterState(table.items.get(`${admissionsKey('key_1', dayOf(start)).pk}/`)).used;
const failureOf = (result: Promise<unknown>): Promise<LimitsUnavailableError> =>
  result.then(
    () => Promise.reject(new Error('it did not fail')),
    (error) => error,
  );

function admitted(result: AdmittedCalls | RefusedCalls): AdmittedCalls {
  if ('refused' in result) throw result.refused;
  return result;
}

describe('a write that is throttled', () => {
  test('is repeated once, within a few tens of milliseconds, and counts once', async () => {
    fates = ['throttled'];
    expect(await process().admit('key_1', () => limits, 2)).toMatchObject({ n: 2 });
    expect([writes.length, pauses, used()]).toEqual([2, [20], 2]);
  });

  test('twice answers 503 without a cause for the log, and the key costs no write until the second ends', async () => {
    const one = process();
    fates = ['throttled', 'throttled'];
    const failure = await failureOf(one.admit('key_1', () => limits, 1));
    expect(failure).toMatchObject({ reason: 'limits_unavailable', throttled: true, details: { retryAfterSeconds: 1 } });
    expect(failure.cause).toBeUndefined();
    expect(now - start).toBeLessThanOrEqual(100);
    for (let made = 0; made < 50; made += 1) {
      expect(await failureOf(one.admit('key_1', () => limits, 1))).toMatchObject({ throttled: true });
    }
    expect(writes).toHaveLength(2);
    expect(await one.admit('key_2', () => limits, 1)).toMatchObject({ n: 1 });
    now = start + 800;
    expect(await one.admit('key_1', () => limits, 1)).toMatchObject({ n: 1 });
    expect(used()).toBe(1);
  });

  test('leaves nothing behind: after any number of throttled seconds, one admission costs one write', async () => {
    const one = process();
    for (let second = 0; second < 100; second += 1) {
      fates = ['throttled', 'throttled'];
      await failureOf(one.admit('key_1', () => limits, 1));
      now += 1_000;
    }
    writes = [];
    for (let second = 0; second < 3; second += 1) await one.admit('key_1', () => limits, 1);
    expect([writes.length, used()]).toEqual([3, 3]);
    expect(Object.keys(table.items.get('key_1#2026-11-20/') ?? {})).toEqual([
      'pk',
      'used',
      expect.any(String),
      'expiresAt',
    ]);
  });
});

describe('a write whose answer is lost', () => {
  test.each([
    ['lost', 2],
    ['error 500 after', 2],
    ['never arrived', 1],
    ['error 500 before', 1],
    ['answered late', 2],
  ] as const)('is repeated once: after “%s” one call is counted %s times', async (fate, counted) => {
    fates = [fate];
    expect(await process().admit('key_1', () => limits, 1)).toMatchObject({ n: 1 });
    expect([writes.length, used(), pauses]).toEqual([2, counted, []]);
  });

  test.each([['lost'], ['never arrived'], ['throttled']] as const)(
    'and then “%s” answers 503 with the cause, once a second',
    async (fate) => {
      const one = process();
      fates = ['never arrived', fate];
      const failure = await failureOf(one.admit('key_1', () => limits, 1));
      expect(failure).toMatchObject({ reason: 'limits_unavailable', throttled: false });
      expect(failure.cause).toBeDefined();
      expect(failure.message).toBe('The limits of this key cannot be checked now. Try again in 1 s.');
      expect((await failureOf(one.admit('key_1', () => limits, 1))).cause).toBeUndefined();
      expect(writes).toHaveLength(2);
    },
  );

  test('and that then finds no room is refused: its calls may be counted, never above the limit', async () => {
    const one = process();
    fates = ['lost'];
    expect(await one.admit('key_1', () => limits, 10)).toMatchObject({ refused: { reason: 'rate_limited' } });
    expect(used()).toBe(10);
  });

  test('more than 10 s after the clock was read is not admitted, even if it says success', async () => {
    fates = ['answered late', 'answered late'];
    expect(await failureOf(process().admit('key_1', () => limits, 1))).toMatchObject({ throttled: false });
    expect(used()).toBe(2);
  });
});

describe('a write that DynamoDB refuses', () => {
  test('because of the time in its signature goes back to the admission, which chooses its second again', async () => {
    fates = ['wrong clock'];
    const result = admitted(await process().admit('key_1', () => limits, 1));
    expect(result.second).toBe(secondOfDay(now));
    expect(writes.map(({ update: text }) => /s(\d+) :n/.exec(text)?.[1])).toEqual([
      String(secondOfDay(start)),
      String(secondOfDay(start + 600_000)),
    ]);
    expect(used()).toBe(1);
  });

  test('for any other reason is not repeated, and has a cause for the log', async () => {
    fates = ['invalid'];
    expect(await failureOf(process().admit('key_1', () => limits, 1))).toMatchObject({
      throttled: false,
      cause: { name: 'ValidationException' },
    });
    expect(writes).toHaveLength(1);
  });

  test('although the counters that it returns have room answers 503, and not for ever', async () => {
    const contradiction = async () => {
      writes.push({ key: {}, update: '', values: {} });
      throw new ConditionFailedError(undefined);
    };
    const one = admissionsOn({ ...table, update: contradiction }, () => now);
    expect(await failureOf(one.admit('key_1', () => limits, 1))).toMatchObject({
      cause: { message: expect.stringContaining('key_1') },
    });
    expect(writes.length).toBeLessThanOrEqual(5);
  });
});

test('a limit that a process knows to be reached still refuses while DynamoDB fails', async () => {
  const one = process();
  await one.admit('key_1', () => limits, 10);
  fates = ['never arrived', 'never arrived'];
  expect(await one.admit('key_1', () => limits, 1)).toMatchObject({ refused: { reason: 'rate_limited' } });
  now += 1_000;
  expect(await failureOf(one.admit('key_1', () => limits, 1))).toMatchObject({ reason: 'limits_unavailable' });
});

describe('giving calls back', () => {
  test.each([
    ['lost', 0],
    ['never arrived', 0],
    ['error 500 after', 0],
    ['invalid', 0],
    ['throttled', 5],
    ['wrong clock', 5],
  ] as const)('is tried once: after “%s”, a later admission returns %i calls', async (fate, returned) => {
    const one = process();
    const result = admitted(await one.admit('key_1', () => limits, 5));
    fates = [fate];
    await one.giveBack('key_1', result, 5);
    expect(writes).toHaveLength(2);
    const left = used();
    now = start + 1_000;
    await one.admit('key_1', () => limits, 1);
    expect([writes.length, used()]).toEqual([3, left + 1 - returned]);
  });
});

test('whatever happens to the writes, no limit is exceeded, and only lost answers count calls twice', async () => {
  const fate = fc.constantFrom<Fate[]>(
    'done',
    'throttled',
    'lost',
    'never arrived',
    'error 500 before',
    'error 500 after',
    'answered late',
    'wrong clock',
    'invalid',
  );
  const step = fc.record({
    process: fc.nat(2),
    n: fc.integer({ min: 1, max: 4 }),
    ms: fc.nat(900),
    fates: fc.array(fate, { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      table.items.clear();
      now = start;
      const processes = [process(), process(), process()];
      const bySecond = new Map<number, number>();
      let [most, least] = [0, 0];
      for (const { process: index, n, ms, fates: next } of steps) {
        fates = [...next];
        writes = [];
        const result = await processes[index]?.admit('key_1', () => limits, n).catch(() => undefined);
        const happened = next.slice(0, writes.length);
        const unknown = happened.filter((one) => ['lost', 'error 500 after', 'answered late'].includes(one)).length;
        most += n * unknown;
        if (result && 'second' in result) {
          bySecond.set(result.second, (bySecond.get(result.second) ?? 0) + n);
          [most, least] = [most + n, least + n];
        }
        now += ms;
      }
      for (const sum of bySecond.values()) expect(sum).toBeLessThanOrEqual(limits.callsPerSecond);
      expect(used()).toBeGreaterThanOrEqual(least);
      expect(used()).toBeLessThanOrEqual(most);
    }),
    { numRuns: 300 },
  );
});
