import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRequestLimit, requestBucket, TooManyRequestsError } from '../../src/accounts/account-request-limit.ts';
import { createLog } from '../../src/log.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import type { Item, ItemTable } from '../../src/table/item-table.ts';
import { emptyDirectory } from '../support/dynamodb.ts';

const { tokens, tokensPerSecond } = requestBucket;
const noon = Date.UTC(2026, 10, 20, 12);
const lines: Item[] = [];
const log = createLog('debug', (line) => lines.push(JSON.parse(line)));
let directory: Directory;
let accountId: string;
let now: number;

beforeAll(async () => {
  directory = await emptyDirectory();
});

beforeEach(() => {
  accountId = randomUUID();
  now = noon;
  lines.length = 0;
});

/** Undefined if the request passes, otherwise its `retryAfterSeconds`. */
async function ask(cost = 1, table: ItemTable = directory, account = accountId) {
  try {
    return await createRequestLimit(table, () => now, log)(account, cost, requestBucket);
  } catch (error) {
    if (error instanceof TooManyRequestsError) return error.retryAfterSeconds;
    throw error;
  }
}

const passed = async (requests: number, cost?: number) => {
  const answers = await Promise.all(Array.from({ length: requests }, () => ask(cost)));
  return answers.filter((answer) => answer === undefined).length;
};

describe('an account’s requests', () => {
  test('pass until its bucket is empty, also when concurrent, and then as it refills', async () => {
    expect(await passed(tokens + 20)).toBe(tokens);
    expect(await ask()).toBe(1);
    now += 1_000 / tokensPerSecond - 1;
    expect(await ask()).toBe(1);
    now += 1;
    expect(await passed(3)).toBe(1);
    now += 1_000;
    expect(await passed(tokens)).toBe(tokensPerSecond);
  });

  test('cost more if they change something; a refusal says when enough tokens are back', async () => {
    expect(await passed(tokens, 5)).toBe(tokens / 5);
    expect(await ask(tokens)).toBe(tokens / tokensPerSecond);
    expect(await ask(5)).toBe(1);
    now += (1_000 / tokensPerSecond) * 5;
    expect(await ask(5)).toBeUndefined();
  });

  test('get back what they did not need, and never more than a full bucket', async () => {
    await passed(tokens);
    expect(await ask(-3)).toBeUndefined();
    expect(await passed(5)).toBe(3);
    now += 60_000;
    expect(await ask(-tokens)).toBeUndefined();
    expect(await passed(tokens + 5)).toBe(tokens);
  });

  test('are not refused when they give back, also if a process whose clock is ahead emptied the bucket', async () => {
    now += 1_000;
    await passed(tokens);
    now -= 1_000;
    expect(await ask(-3)).toBeUndefined();
  });

  test('take no tokens from another account', async () => {
    await passed(tokens + 1);
    expect(await ask(1, directory, randomUUID())).toBeUndefined();
  });

  test('cost one write while the bucket is full, otherwise at most two, also when refused', async () => {
    const writes = async () => {
      let count = 0;
      const update: ItemTable['update'] = (request) => {
        count += 1;
        return directory.update(request);
      };
      await ask(1, { ...directory, update });
      return count;
    };
    expect(await writes()).toBe(1);
    expect(await writes()).toBe(2);
    now += 10_000;
    expect(await writes()).toBe(1);
    await passed(tokens);
    expect(await writes()).toBe(1);
  });

  test('pass exactly as a token bucket would let them pass one after the other', async () => {
    const step = fc.record({
      pause: fc.constantFrom(0, 1, 49, 50, 200, 1_000, 7_000),
      cost: fc.constantFrom(1, 5, 40),
    });
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const account = randomUUID();
      // In whole milliseconds of refill time, because fractions of a token would add up rounding errors.
      const msPerToken = 1_000 / tokensPerSecond;
      let level = tokens * msPerToken;
      for (const { pause, cost } of steps) {
        now += pause;
        level = Math.min(tokens * msPerToken, level + pause);
        const missing = Math.max(0, cost * msPerToken - level);
        if (missing === 0) level -= cost * msPerToken;
        const expected = missing === 0 ? undefined : Math.ceil(missing / 1_000);
        expect(await ask(cost, directory, account)).toBe(expected);
      }
    });
    await fc.assert(property, { numRuns: 30 });
  });
});

describe('a clock', () => {
  test('that goes back slightly gives no token twice', async () => {
    await passed(tokens);
    now -= 1_000;
    expect(await ask()).toBe(2);
  });

  test('that was far ahead does not lock the account out for other clocks', async () => {
    now += 600_000;
    await passed(tokens);
    now = noon;
    expect(await passed(tokens + 5)).toBe(tokens);
  });
});

test('requests pass while DynamoDB does not answer, with a log line', async () => {
  const down = { ...directory, update: () => Promise.reject(new Error('down')) };
  expect(await ask(1, down)).toBeUndefined();
  expect(lines).toEqual([{ level: 'warn', event: 'request_limit_failed', accountId, detail: 'Error: down' }]);
});
