import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { HistoryPosition } from '../../src/records/history.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { dayMs, dayOf } from '../../src/time.ts';
import { maxKeysOfDay } from '../../src/usage/account-history.ts';
import { keyDayOf, markDueUpdate } from '../../src/usage/day-items.ts';
import { UsageRangeError } from '../../src/usage/usage-range.ts';
import { accountWithHistory, emptyHistoryTables } from './account-with-history.ts';
import { noon } from './record.ts';

let tables: Awaited<ReturnType<typeof emptyHistoryTables>>;
const newAccount = () => accountWithHistory(tables);

beforeAll(async () => {
  tables = await emptyHistoryTables();
});

const newestFirst = (all: readonly RequestRecord[]) =>
  all.toSorted((one, other) => (one.requestId < other.requestId ? 1 : -1)).map(({ requestId }) => requestId);

const requests = fc.array(
  fc.record({
    key: fc.nat(3),
    // Over four days, often in the same millisecond.
    before: fc.tuple(fc.nat(3), fc.constantFrom(0, 1, 43_200_000, 43_200_001)).map(([days, ms]) => days * dayMs + ms),
    network: fc.constantFrom('mainnet', 'devnet'),
  }),
  { maxLength: 40 },
);

describe('the history of all keys', () => {
  test('has every request once, newest first, on pages of any length, while new ones come in', async () => {
    await fc.assert(
      fc.asyncProperty(requests, fc.integer({ min: 1, max: 12 }), fc.boolean(), async (made, limit, filtered) => {
        const { keyIds, keep, list } = newAccount();
        const kept: RequestRecord[] = [];
        for (const { key, before, network } of made)
          kept.push(await keep(noon - before, keyIds[key] ?? '', { network }));
        const found: RequestRecord[] = [];
        let after: HistoryPosition | null | undefined;
        while (after !== null) {
          const page = await list({ limit, ...(after && { after }), ...(filtered && { network: 'devnet' }) });
          found.push(...page.records);
          expect(page.records.length).toBeLessThanOrEqual(limit);
          after = page.next;
          await keep(noon + found.length + 1, keyIds[0] ?? '', { network: 'devnet' });
        }
        const expected = kept.filter(({ network }) => !filtered || network === 'devnet');
        // Requests that came in before the first page was read are in it; later ones only in a new listing.
        expect(newestFirst(found)).toEqual(found.map(({ requestId }) => requestId));
        expect(found.filter(({ at }) => at <= noon).map(({ requestId }) => requestId)).toEqual(newestFirst(expected));
      }),
      { numRuns: 25 },
    );
  });

  test('has requests of active keys that the tally has not counted yet, and those of revoked keys once it has', async () => {
    const { keyIds, keep, list } = newAccount();
    const [one = '', , revoked = ''] = keyIds;
    const active = await keep(noon - 1, one, {}, false);
    const late = await keep(noon - 2, revoked, {}, false);
    expect((await list()).records).toEqual([active]);
    await tables.usage.update(markDueUpdate(keyDayOf(late)));
    expect((await list()).records).toEqual([active, late]);
  });

  test('reads only keys with calls: a page of the newest requests costs a query per key, and one of the usage', async () => {
    const { keyIds, keep, list, queries } = newAccount();
    const [, , revoked = ''] = keyIds;
    for (const days of [0, 20]) await keep(noon - days * dayMs, revoked);
    const page = await list({ limit: 1 });
    expect(page.records).toHaveLength(1);
    // Today: two active keys and the revoked one; yesterday: the active keys; twenty days ago: the revoked one.
    expect(queries).toMatchObject({ records: 6, usage: 1 });
  });

  test('of an account without calls is empty', async () => {
    const { list, queries } = newAccount();
    expect(await list()).toMatchObject({ records: [], next: null, unreadable: [] });
    expect(queries).toMatchObject({ records: 4, usage: 1 });
  });

  test('refuses a day on which more keys had calls than a page may read', async () => {
    const { accountId, keep, list } = newAccount();
    const keyIds = Array.from({ length: maxKeysOfDay + 1 }, (_, index) => `key_${index}`);
    const yesterday = noon - dayMs;
    const latest = await keep(noon, 'key');
    for (const keyId of keyIds) {
      await tables.usage.update(markDueUpdate({ accountId, keyId, day: dayOf(yesterday) }));
    }
    await expect(list({ limit: 10 })).rejects.toThrow(UsageRangeError);
    expect((await list({ from: noon - 1 })).records).toEqual([latest]);
    expect((await list({}, ['key', 'key_3'])).records).toEqual([latest]);
  });
});

describe('the history of some keys', () => {
  test('has requests of today that the tally has not counted yet, also of a revoked key', async () => {
    const { keyIds, keep, list } = newAccount();
    const [one = '', two = '', revoked = ''] = keyIds;
    await keep(noon, one, {}, false);
    const late = await keep(noon - 2, revoked, {}, false);
    expect((await list({}, [two, revoked])).records).toEqual([late]);
  });

  test('reads no other keys', async () => {
    const { keyIds, keep, list, queries } = newAccount();
    const [one = '', , revoked = ''] = keyIds;
    for (const keyId of keyIds) for (const days of [0, 20]) await keep(noon - days * dayMs, keyId);
    expect((await list({}, [one, revoked])).records).toHaveLength(4);
    // Both keys today, yesterday and twenty days ago.
    expect(queries).toMatchObject({ records: 6, usage: 1 });
  });
});
