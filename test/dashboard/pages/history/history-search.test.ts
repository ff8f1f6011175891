import { describe, expect, test } from '@jest/globals';
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import fc from 'fast-check';
import * as v from 'valibot';
import { outcomeNames } from '../../../../dashboard/format/outcomes.ts';
import {
  anyError,
  type HistorySearch,
  historySearch,
  largestErrorCode,
  mostKeys,
  otherCodes,
  sameErrorCode,
} from '../../../../dashboard/pages/history/history-search.ts';

const read = (search: unknown): HistorySearch => v.parse(historySearch, search);

// The router's own way from an address to search parameters and back.
const parseAddress = parseSearchWith(JSON.parse);
const toAddress = stringifySearchWith(JSON.stringify, JSON.parse);

const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const keyId = fc.stringMatching(/^key_[0-9A-Z]{5}$/);
const method = fc
  .oneof(fc.string({ minLength: 1, maxLength: 64 }), fc.constantFrom('getSlot', 'true', 'null', '17', '"', '{}', '1e3'))
  .map((name) => name.trim())
  .filter((name) => name !== '');
const search = fc.record(
  {
    key: fc.uniqueArray(keyId, { minLength: 1, maxLength: mostKeys }).map((ids) => ids.join(',')),
    method,
    outcome: fc.constantFrom(...outcomeNames, anyError),
    errorCode: fc.oneof(
      fc.maxSafeInteger().filter((code) => Math.abs(code) <= largestErrorCode),
      fc.constant(otherCodes),
    ),
    network: fc.constantFrom('mainnet', 'devnet'),
    from: moment.map((at) => at.toISOString()),
    to: moment.map((at) => at.toISOString()),
    request: fc.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
  },
  { requiredKeys: [] },
);

describe('the search parameters of the history', () => {
  test('come back unchanged from an address, whatever they are', () => {
    fc.assert(
      fc.property(search, (given) => {
        expect(read(parseAddress(toAddress(given)))).toEqual(given);
      }),
      { numRuns: 300 },
    );
  });

  test('may be empty', () => {
    expect(read({})).toEqual({});
  });

  test('drop invalid values', () => {
    const odd = {
      key: 5,
      method: 'm'.repeat(65),
      outcome: 'lost',
      errorCode: 1.5,
      network: [],
      from: 'x',
      to: '2026-13-99T00:00:00Z',
      request: '',
    };
    expect(Object.values(read(odd))).toEqual(Array(8).fill(undefined));
    expect(read({ errorCode: 'none' }).errorCode).toBeUndefined();
  });

  test('name each key once, and no more than the API takes', () => {
    expect(read({ key: ' key_1,,key_2, key_1 ' }).key).toBe('key_1,key_2');
    expect(read({ key: ' , ' }).key).toBeUndefined();
    const keys = Array.from({ length: mostKeys + 1 }, (_, index) => `key_${index}`);
    expect(read({ key: keys.slice(1).join(',') }).key).toBe(keys.slice(1).join(','));
    expect(read({ key: keys.join(',') }).key).toBeUndefined();
  });

  test('have no error code with more digits than the API takes', () => {
    expect(read({ errorCode: -largestErrorCode }).errorCode).toBe(-largestErrorCode);
    expect(read({ errorCode: largestErrorCode + 1 }).errorCode).toBeUndefined();
    expect(read({ errorCode: -largestErrorCode - 1 }).errorCode).toBeUndefined();
  });

  test('find an error code on its own network, as “other” if the API does not take it', () => {
    expect(sameErrorCode('devnet', -32_005)).toEqual({ network: 'devnet', errorCode: -32_005 });
    expect(sameErrorCode('devnet', largestErrorCode + 1)).toEqual({ network: 'devnet', errorCode: otherCodes });
  });

  test('give times in UTC', () => {
    expect(read({ from: '2026-11-20T12:00:00+02:00' }).from).toBe('2026-11-20T10:00:00.000Z');
  });
});
