import { beforeEach, describe, expect, test } from '@jest/globals';
import { seededRandom } from '../../../lab/bench/statistics.ts';
import { createLog } from '../../../src/log.ts';
import { NodesAtLimitError } from '../../../src/runtime/gateway-errors.ts';
import type { ItemTable } from '../../../src/table/item-table.ts';
import { NodeLimits } from '../../../src/upstream/node-limits.ts';
import { memoryTable } from '../../json-rpc/memory-table.ts';
import { lines, startOver, time } from '../forwarding.ts';

const node = { url: 'https://node.invalid/', callsPerSecond: 10 };
const free = { url: 'https://free.invalid/' };
const upstreams = { devnet: [node, free] };

/** The random numbers of all processes. 0: each call passes that may pass, and no rest of five calls is counted. */
let random = () => 0;

type Counters = Pick<ItemTable, 'get' | 'update'>;

/** A process. */
function limitsOn(table: Counters = memoryTable()): NodeLimits {
  const log = createLog('debug', (line) => lines.push(line));
  return new NodeLimits(upstreams, { table, clock: () => time.now, random: () => random(), log });
}

/** How many of so many calls, one by one, the node gets. Lets the background work end. */
async function taken(limits: NodeLimits, calls: number): Promise<number> {
  let count = 0;
  for (let call = 0; call < calls; call += 1) {
    if (limits.take(node, 1)) count += 1;
    await Promise.resolve();
  }
  await new Promise(setImmediate);
  return count;
}

beforeEach(() => {
  startOver();
  random = () => 0;
});

describe('a process alone', () => {
  test('sends the node exactly its limit in each second', async () => {
    const limits = limitsOn();
    for (let second = 0; second < 5; second += 1) {
      time.now += 1_000;
      expect(await taken(limits, 10 + second * 10)).toBe(10);
    }
  });

  test('sends a node without a limit everything', () => {
    const limits = limitsOn();
    expect(Array.from({ length: 100 }, () => limits.take(free, 100))).not.toContain(false);
  });

  test('sends a batch that is larger than the limit, and then nothing until the second ends', () => {
    const limits = limitsOn();
    expect([limits.take(node, 100), limits.take(node, 1)]).toEqual([true, false]);
    time.now += 1_000;
    expect(limits.take(node, 1)).toBe(true);
  });

  test('counts health checks, which are always sent', async () => {
    const limits = limitsOn();
    for (let check = 0; check < 4; check += 1) limits.countCheck(node);
    expect(await taken(limits, 20)).toBe(6);
  });

  test('goes on to count when its clock is set back', async () => {
    const table = memoryTable();
    const limits = limitsOn(table);
    expect(await taken(limits, 20)).toBe(10);
    time.now -= 3_600_000;
    expect(await taken(limits, 20)).toBe(10);
    expect([...table.items.values()].map(({ calls }) => calls)).toEqual([20]);
  });
});

describe('many processes', () => {
  /** Two processes want 20 calls a second each, together four times the limit, for twelve seconds. */
  async function overload(table: Counters): Promise<readonly [NodeLimits, NodeLimits]> {
    const processes = [limitsOn(table), limitsOn(table)] as const;
    for (let second = 0; second < 12; second += 1) {
      time.now += 1_000;
      for (const limits of processes) await taken(limits, 20);
    }
    // Another second, in which they have sent nothing yet, of the same window.
    time.now += 1_000;
    return processes;
  }

  test('each send the part of their calls for which the node has room', async () => {
    for (const limits of await overload(memoryTable())) {
      random = () => 0.24;
      expect(limits.take(node, 1)).toBe(true);
      random = () => 0.27;
      expect(limits.take(node, 1)).toBe(false);
    }
  });

  test('send everything again six seconds after the last count, however long they were frozen', async () => {
    const [one] = await overload(memoryTable());
    random = () => 0.99;
    expect(one.take(node, 1)).toBe(false);
    time.now += 6_000;
    expect(one.take(node, 1)).toBe(true);
  });

  test('count at most one write for five calls, and one in three seconds', async () => {
    const table = memoryTable();
    let writes = 0;
    const counted: Counters = {
      ...table,
      update: (request) => {
        writes += 1;
        return table.update(request);
      },
    };
    const limits = limitsOn(counted);
    random = seededRandom(1);
    for (let call = 0; call < 1_000; call += 1) {
      time.now += 3_000;
      await taken(limits, 1);
    }
    expect(writes / 200).toBeCloseTo(1, 0);
    writes = 0;
    random = () => 0;
    for (let call = 0; call < 1_000; call += 1) {
      time.now += 30;
      await taken(limits, 1);
    }
    expect(writes).toBeLessThanOrEqual(10);
  });

  test('send everything, up to the limit of one, and say so, if the counts cannot be read', async () => {
    const table = memoryTable();
    await overload(table);
    const blind = limitsOn({ ...table, get: () => Promise.reject(new RangeError('on fire')) });
    time.now += 1_000;
    random = () => 0.99;
    expect(await taken(blind, 20)).toBe(10);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', event: 'node_demand_not_read', node: 'devnet node.invalid', detail: 'RangeError' },
    ]);
  });
});

test('a table that never answers holds no call back, is asked once in three seconds, and counts again when it answers', async () => {
  const table = memoryTable();
  let [asked, isSilent] = [0, true];
  const answering = <T>(answer: () => Promise<T>): Promise<T> => {
    asked += 1;
    return isSilent ? new Promise<T>(() => undefined) : answer();
  };
  const limits = limitsOn({
    get: (key) => answering(() => table.get(key)),
    update: (request) => answering(() => table.update(request)),
  });
  for (let second = 0; second < 30; second += 1) {
    time.now += 1_000;
    expect(await taken(limits, 40)).toBe(10);
  }
  expect(asked).toBeLessThanOrEqual(11);
  isSilent = false;
  for (let second = 0; second < 9; second += 1) {
    time.now += 1_000;
    await taken(limits, 40);
  }
  random = () => 0.99;
  expect(limits.take(node, 1)).toBe(false);
});

test('the error says what to do', () => {
  const { message, details } = new NodesAtLimitError();
  expect(message).toMatch(/No transaction was sent\. Try again in 1 s/);
  expect(details).toEqual({ retryAfterSeconds: 1 });
});
