import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outcomeNames } from '../../../../../dashboard/format/outcomes.ts';
import { filterChips } from '../../../../../dashboard/pages/history/filters/filter-chips.ts';
import { anyError, type HistoryFilter } from '../../../../../dashboard/pages/history/history-search.ts';

const words = { keyName: (keyId: string) => `name of ${keyId}`, chain: 'solana', zone: 'UTC' };
const chipsOf = (filter: HistoryFilter) => filterChips(filter, words);

const filters = fc.record(
  {
    key: fc
      .uniqueArray(fc.stringMatching(/^key_[A-Z]{3}$/), { minLength: 1, maxLength: 5 })
      .map((ids) => ids.join(',')),
    method: fc.constantFrom('getSlot', 'other', 'none'),
    outcome: fc.constantFrom(...outcomeNames, anyError),
    errorCode: fc.constantFrom(-32_602, 0, 'other' as const),
    network: fc.constantFrom('mainnet', 'devnet'),
    from: fc.constant('2026-11-20T12:00:00.000Z'),
    to: fc.constant('2026-11-21T12:00:00.000Z'),
  },
  { requiredKeys: [] },
);

const isSet = (filter: HistoryFilter) => Object.values(filter).some((value) => value !== undefined);

describe('the chips of active filters', () => {
  test('remove one filter or key each, in any order, until none is left', () => {
    fc.assert(
      fc.property(filters, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (filter, picks) => {
        let rest: HistoryFilter = filter;
        for (const pick of picks) {
          const chips = chipsOf(rest);
          expect(chips.length > 0).toBe(isSet(rest));
          const chip = chips[pick % Math.max(1, chips.length)];
          if (!chip) return;
          rest = { ...rest, ...chip.without };
          expect(chipsOf(rest).map(({ id }) => id)).toEqual(chips.map(({ id }) => id).filter((id) => id !== chip.id));
        }
        expect(isSet(rest)).toBe(false);
      }),
    );
  });

  test.each(['__proto__', 'constructor', 'getSlot'])('show the method “%s” as it is', (method) => {
    expect(chipsOf({ method }).map(({ value }) => value)).toEqual([method]);
  });

  test('name every filter in words', () => {
    const chips = chipsOf({
      key: 'key_A,key_B',
      method: 'none',
      outcome: 'error',
      errorCode: -32_602,
      network: 'devnet',
      from: '2026-11-20T12:00:00.000Z',
    });
    expect(chips.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Key: name of key_A',
      'Key: name of key_B',
      'Method: no method read',
      'Outcome: Any error',
      'Error code: -32602 Invalid parameters',
      'Network: devnet',
      'From: 20 Nov 2026, 12:00:00 UTC',
    ]);
  });
});
