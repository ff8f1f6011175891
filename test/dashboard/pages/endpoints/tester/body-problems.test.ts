import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bodyProblems, methodsIn } from '../../../../../dashboard/pages/endpoints/tester/body-problems.ts';
import { parseRpcRequest } from '../../../../../src/json-rpc/rpc-request.ts';

/** Whether the gateway would refuse the body or one of its calls. */
function isRefused(body: string): boolean {
  try {
    return parseRpcRequest(body).elements.some(({ problem }) => problem !== undefined);
  } catch {
    return true;
  }
}

const call = (changes: object = {}) => ({ jsonrpc: '2.0', id: 1, method: 'getHealth', ...changes });
const messages = (value: unknown) => bodyProblems(JSON.stringify(value)).map(({ message }) => message);

const roughly = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0', 2),
    id: fc.oneof(fc.integer(), fc.string(), fc.constantFrom(null, true, 1.5)),
    method: fc.oneof(fc.constant('getSlot'), fc.string({ minLength: 60, maxLength: 70 }), fc.constantFrom('', 7, null)),
    params: fc.constantFrom([], {}, [1], null, 'text', 3, false),
    extra: fc.anything(),
  },
  { requiredKeys: [] },
);

describe('the problems of a body', () => {
  test('are found in exactly the bodies that the gateway refuses', () => {
    const value = fc.oneof(roughly, fc.array(roughly, { maxLength: 3 }), fc.jsonValue());
    fc.assert(
      fc.property(value, (given) => {
        const body = JSON.stringify(given, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
        expect(bodyProblems(body).length > 0).toBe(isRefused(body));
      }),
      { numRuns: 1_000 },
    );
  });

  test('of a text that is not JSON are its first syntax error, by line and column', () => {
    expect(bodyProblems('{\n  "id": 1,\n}')).toEqual([
      { message: 'Line 3, column 1: Remove the comma before }.', offset: 13 },
    ]);
  });

  test.each([
    [{}, ['“jsonrpc” is missing.', '“id” is missing.', '“method” is missing.']],
    [call({ jsonrpc: '1.0' }), ['“jsonrpc” must be the string "2.0".']],
    [call({ id: null }), ['“id” must be a number or a string.']],
    [call({ method: '' }), ['“method” must not be empty.']],
    [call({ method: 'm'.repeat(65) }), ['“method” may have at most 64 characters.']],
    [call({ params: 'x' }), ['“params” must be an array or an object.']],
    ['text', ['A call must be an object with “jsonrpc”, “id” and “method”.']],
    [[], ['The batch is empty. Add at least one call.']],
    [[call(), [call()]], ['Call 2 of the batch: A call must be an object, not an array.']],
    [[call(), call({ id: {} })], ['Call 2 of the batch: “id” must be a number or a string.']],
  ])('of %j say what to fix', (value, expected) => {
    expect(messages(value)).toEqual(expected);
  });

  test('are none for a call, and for a batch of 100 with the longest names', () => {
    expect(messages(call({ id: 'a', params: {} }))).toEqual([]);
    expect(messages(Array(100).fill(call({ method: 'm'.repeat(64) })))).toEqual([]);
  });

  test('of a batch of 101 calls are a single one', () => {
    expect(messages(Array(101).fill(call()))).toEqual([
      'The batch has 101 calls; the limit is 100. Split it into smaller batches.',
    ]);
  });
});

describe('the methods in a body', () => {
  test('are listed in order, also for a batch', () => {
    expect(methodsIn(JSON.stringify(call()))).toEqual(['getHealth']);
    expect(methodsIn(JSON.stringify([call(), 3, call({ method: 'getSlot' })]))).toEqual(['getHealth', 'getSlot']);
  });

  test('are empty if the body cannot be parsed', () => {
    expect(methodsIn('{"method":')).toEqual([]);
    expect(methodsIn('null')).toEqual([]);
  });
});
