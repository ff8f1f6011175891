import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { attributesSchema, itemSize } from '../../lab/bench/dynamodb-units/write-units.ts';
import { outcomes } from '../../src/records/outcome.ts';
import { type CallOutcome, countCalls, overallOutcome, recordItem, recordKey } from '../../src/records/record.ts';
import { recordSchema } from '../../src/records/record-schema.ts';
import { toAttributes } from '../../src/table/attribute-value.ts';
import { noon, recordOf } from '../usage/record.ts';

describe('counting the calls of a request', () => {
  test('adds up calls with the same method and outcome, in the order of their first occurrence', () => {
    expect(
      countCalls([
        { method: 'getSlot', outcome: 'ok' },
        { outcome: 'invalid_request' },
        { method: 'getSlot', outcome: 'rpc_error' },
        { method: 'getSlot', outcome: 'ok' },
        { method: 'getBalance', outcome: 'ok' },
        { outcome: 'invalid_request' },
      ]),
    ).toEqual([
      { method: 'getSlot', outcome: 'ok', count: 2 },
      { outcome: 'invalid_request', count: 2 },
      { method: 'getSlot', outcome: 'rpc_error', count: 1 },
      { method: 'getBalance', outcome: 'ok', count: 1 },
    ]);
  });

  test('separates calls with different error codes, or without one', () => {
    const failed = (errorCode?: number) => ({ method: 'getSlot', outcome: 'rpc_error' as const, errorCode });
    expect(countCalls([failed(-32602), failed(), failed(-32004), failed(-32602), failed()])).toEqual([
      { method: 'getSlot', outcome: 'rpc_error', errorCode: -32602, count: 2 },
      { method: 'getSlot', outcome: 'rpc_error', count: 2 },
      { method: 'getSlot', outcome: 'rpc_error', errorCode: -32004, count: 1 },
    ]);
  });

  test('does not confuse any method name with a missing one', () => {
    expect(
      countCalls([{ outcome: 'ok' }, { method: 'undefined', outcome: 'ok' }, { method: '', outcome: 'ok' }]),
    ).toEqual([
      { outcome: 'ok', count: 1 },
      { method: 'undefined', outcome: 'ok', count: 1 },
      { method: '', outcome: 'ok', count: 1 },
    ]);
  });

  test('loses no call, and counts each under its method and outcome', () => {
    const call: fc.Arbitrary<CallOutcome> = fc.record({
      method: fc.option(fc.constantFrom('a', 'a b', 'b', 'undefined', 'null', '"'), { nil: undefined }),
      outcome: fc.constantFrom(...outcomes),
      errorCode: fc.option(fc.constantFrom(0, 1, -32602), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(call), (calls) => {
        const counts = countCalls(calls);
        for (const { method, outcome, errorCode, count } of counts) {
          const same = calls.filter((one) => one.method === method && one.outcome === outcome);
          expect(same.filter((one) => one.errorCode === errorCode)).toHaveLength(count);
        }
        expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(calls.length);
      }),
    );
  });
});

test('a request is ok if all of its calls are, otherwise it has the outcome of the first call that is not', () => {
  expect(overallOutcome([{ outcome: 'ok' }, { outcome: 'ok' }])).toBe('ok');
  expect(overallOutcome([{ outcome: 'ok' }, { outcome: 'rpc_error' }, { outcome: 'invalid_request' }])).toBe(
    'rpc_error',
  );
});

test('a record is stored under its key and UTC day, and found by its request id', () => {
  const record = recordOf({ at: Date.UTC(2026, 10, 21) - 1 });
  expect(recordKey(record)).toEqual({ pk: 'key_1#2026-11-20', sk: record.requestId });
});

describe('a record', () => {
  test('may omit facts that are not known of every request', () => {
    expect(v.is(recordSchema, recordOf())).toBe(true);
    expect(v.is(recordSchema, recordOf({ upstreamMs: 3, admittedSecond: 1_795_176_000 }))).toBe(true);
  });

  test('may have fields that only a newer version knows, because both run during a release', () => {
    const [call] = recordOf().calls;
    const newer = { ...recordOf(), unheard: 1, calls: [{ ...call, unheard: { of: 2 } }] };
    expect(v.parse(recordSchema, newer)).toEqual(recordOf());
  });

  test.each(['requestId', 'keyId', 'accountId', 'network', 'at', 'durationMs', 'status', 'outcome', 'calls'])(
    'may not lack %s',
    (name) => expect(v.is(recordSchema, { ...recordOf(), [name]: undefined })).toBe(false),
  );

  test.each([
    ['at', -1],
    ['at', 0.5],
    ['durationMs', Number.NaN],
    ['outcome', 'fine'],
    ['calls', []],
    ['calls', [{ outcome: 'ok', count: 0 }]],
    ['calls', [{ outcome: 'ok', count: 1.5 }]],
    ['calls', [{ outcome: 'rpc_error', errorCode: 1.5, count: 1 }]],
    ['calls', [{ outcome: 'rpc_error', errorCode: 2 ** 53, count: 1 }]],
    ['calls', [{ outcome: 'rpc_error', errorCode: '-32602', count: 1 }]],
  ])('may not have %s as %j', (name, value) => {
    expect(v.is(recordSchema, { ...recordOf(), [name]: value })).toBe(false);
  });
});

test.each([
  [14, 1],
  [16, 2],
])('a record of a batch with %s methods takes %s write units (docs/scale.md, "Hot keys")', (methods, units) => {
  const names = ['getTokenAccountsByOwner', 'getMultipleAccounts', 'getLatestBlockhash', 'getBalance'];
  const calls = Array.from({ length: methods }, (_, index) => ({
    method: `${names[index % names.length]}${index}`,
    outcome: 'ok' as const,
    count: 3,
  }));
  const ids = { keyId: `key_${'0'.repeat(26)}`, accountId: `acc_${'0'.repeat(26)}` };
  const times = { upstreamMs: 101, admittedSecond: Math.floor(noon / 1_000) };
  const item = recordItem(recordOf({ ...ids, ...times, calls, requestBytes: 1_234, responseBytes: 23_456 }), 90);
  expect(Math.ceil(itemSize(v.parse(attributesSchema, toAttributes(item))) / 1_024)).toBe(units);
});
