import { beforeEach, describe, expect, test } from '@jest/globals';
import { createLog } from '../../../src/log.ts';
import { NodesAtLimitError } from '../../../src/runtime/gateway-errors.ts';
import type { ItemTable } from '../../../src/table/item-table.ts';
import { NodeLimits } from '../../../src/upstream/node-limits.ts';
import { groupOf } from '../../../src/upstream/node-second.ts';
import { memoryTable } from '../../json-rpc/memory-table.ts';
import { lines, startOver, time } from '../forwarding.ts';

const node = { url: 'https://node.invalid/', callsPerSecond: 10 };
const large = { url: 'https://large.invalid/', callsPerSecond: 1_201 };
const free = { url: 'https://free.invalid/' };
const upstreams = { devnet: [node, large, free] };

type Counters = Pick<ItemTable, 'get' | 'update'>;

let table = memoryTable();
let random = () => 0;

/** A process. */
function limitsOn(counters: Counters = table): NodeLimits {
  const log = createLog('debug', (line) => lines.push(line));
  return new NodeLimits(upstreams, { table: counters, clock: () => time.now, random: () => random(), log });
}

/** Lets the background work end. */
const settle = () => new Promise(setImmediate);

/** How many of so many calls of an account, one by one, the node gets. */
async function taken(limits: NodeLimits, calls: number, account = 'one'): Promise<number> {
  let count = 0;
  for (let call = 0; call < calls; call += 1) if (await limits.take(node, account, 1)) count += 1;
  await settle();
  return count;
}

/** A table whose writes are counted. */
function countedTable() {
  const counted = { writes: 0 };
  const update: Counters['update'] = (request) => {
    counted.writes += 1;
    return table.update(request);
  };
  return { counted, counters: { ...table, update } };
}

beforeEach(() => {
  startOver();
  table = memoryTable();
  random = () => 0;
});

describe('a node with a limit', () => {
  test('gets exactly its limit in each second, from however many processes', async () => {
    for (let second = 0; second < 5; second += 1) {
      time.now += 1_000;
      // Processes that have never seen the node.
      const processes = Array.from({ length: 40 }, () => limitsOn());
      const answers = await Promise.all(processes.map((limits) => limits.take(node, 'one', 1)));
      expect(answers.filter(Boolean)).toHaveLength(10);
      await settle();
    }
  });

  test('gets all calls of a batch or none, and a smaller one still fits', async () => {
    const limits = limitsOn();
    expect([await limits.take(node, 'one', 8), await limits.take(node, 'two', 3)]).toEqual([true, false]);
    expect([await limits.take(node, 'three', 2), await limits.take(node, 'three', 1)]).toEqual([true, false]);
  });

  test('never gets a batch that is larger than its limit, which takes nothing from others', async () => {
    const limits = limitsOn();
    expect(await limits.take(node, 'one', 11)).toBe(false);
    expect(await taken(limits, 12, 'two')).toBe(10);
  });

  test('counts health checks, which are always sent', async () => {
    const limits = limitsOn();
    for (let check = 0; check < 4; check += 1) await limits.countCheck(node, 'one');
    expect(await taken(limits, 20)).toBe(6);
  });

  test('may have more than one item takes: its parts add up to the limit', async () => {
    const limits = limitsOn();
    let sum = 0;
    for (const part of [0, 0.4, 0.9]) {
      random = () => part;
      while (await limits.take(large, 'one', 1)) sum += 1;
    }
    expect(sum).toBe(1_201);
  });

  test('costs one write a call, and in each process one for all that are too much in a second', async () => {
    const { counted, counters } = countedTable();
    const limits = limitsOn(counters);
    await taken(limits, 10);
    expect(counted.writes).toBe(10);
    await taken(limits, 500);
    // The call that found the node full, and the note that it was refused.
    expect(counted.writes).toBe(12);
  });
});

test('a node without a limit costs nothing: no write, no read, no promise', () => {
  const { counted, counters } = countedTable();
  const limits = limitsOn({ ...counters, get: () => Promise.reject(new Error('not expected')) });
  expect([limits.take(free, 'one', 100), limits.countCheck(free, 'one')]).toEqual([undefined, undefined]);
  expect(counted.writes).toBe(0);
});

describe('accounts share a node', () => {
  /** Of two groups, so that they do not count as one. */
  const others = ['two', 'three', 'four', 'five'].filter(
    (name) => groupOf(name, time.now) !== groupOf('one', time.now),
  );
  const [small = ''] = others;

  test('the excess of one leaves room for the calls that another one made in the second before', async () => {
    const processes = [limitsOn(), limitsOn()] as const;
    const got: number[] = [];
    for (let second = 0; second < 6; second += 1) {
      time.now += 1_000;
      // The first call lets the second be divided. The excess comes first, from both.
      await taken(processes[0], 1, small);
      for (const limits of processes) await taken(limits, 100);
      got.push(await taken(processes[1], 2, small));
    }
    expect(got.slice(2)).toEqual([2, 2, 2, 2]);
  });

  test('a process that has never seen the node keeps to the share as well', async () => {
    for (let second = 0; second < 4; second += 1) {
      time.now += 1_000;
      await taken(limitsOn(), 2, small);
      await taken(limitsOn(), 100);
    }
    time.now += 1_000;
    await taken(limitsOn(), 1, small);
    let got = 0;
    for (let process = 0; process < 20; process += 1) got += await taken(limitsOn(), 1);
    expect(got).toBeLessThanOrEqual(7);
    expect(await taken(limitsOn(), 2, small)).toBe(2);
  });

  test('an account alone has all of it', async () => {
    for (let second = 0; second < 4; second += 1) {
      time.now += 1_000;
      expect(await taken(limitsOn(), 50)).toBe(10);
    }
  });
});

describe('calls that cannot be counted', () => {
  test('are not sent, and the process asks again in the next second', async () => {
    let asked = 0;
    const failing = () => {
      asked += 1;
      return Promise.reject(new RangeError('on fire'));
    };
    const limits = limitsOn({ get: failing, update: failing });
    expect(await taken(limits, 20)).toBe(0);
    time.now += 1_000;
    expect(await taken(limits, 20)).toBe(0);
    expect(asked).toBe(2);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(
      Array(2).fill({
        level: 'warn',
        event: 'node_calls_not_counted',
        node: 'devnet node.invalid',
        detail: 'RangeError',
      }),
    );
  });

  test('the limit holds if only the division fails', async () => {
    const limits = limitsOn({ ...table, get: () => Promise.reject(new RangeError('on fire')) });
    for (let second = 0; second < 3; second += 1) {
      time.now += 1_000;
      expect(await taken(limits, 20)).toBe(10);
    }
  });
});

test('the error says what to do', () => {
  const { message, details } = new NodesAtLimitError();
  expect(message).toMatch(/No transaction was sent\. Try again in 1 s/);
  expect(details).toEqual({ retryAfterSeconds: 1 });
});

test('a clock that is set back counts in its own second', async () => {
  const limits = limitsOn();
  expect(await taken(limits, 20)).toBe(10);
  time.now -= 3_600_000;
  expect(await taken(limits, 20)).toBe(10);
});
