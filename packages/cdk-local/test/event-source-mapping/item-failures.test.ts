import { describe, expect, test } from '@jest/globals';
import { firstFailure } from '../../event-source-mapping/batch-delivery.ts';

const long = '0000000000000000000000000000000000000009';
const numbers = ['9', '10', long];
const failing = (...itemIdentifiers: unknown[]) => ({
  batchItemFailures: itemIdentifiers.map((itemIdentifier) => ({ itemIdentifier })),
});
const first = (answer: unknown) => firstFailure(JSON.stringify(answer), numbers);

describe('an answer with batchItemFailures', () => {
  test.each([
    ['null', null],
    ['an empty object', {}],
    ['an empty text', ''],
    ['an empty list', []],
    ['an empty list of failures', failing()],
    ['null for the failures', { batchItemFailures: null }],
  ])('is a success: %s', (_case, answer) => {
    expect(first(answer)).toBeUndefined();
  });

  test('names the record from which on is retried', () => {
    expect(first(failing('10'))).toBe(1);
    expect(first(failing(long))).toBe(2);
  });

  test('with several: the lowest', () => {
    expect(first(failing(long, '10'))).toBe(1);
    expect(first(failing(long, '9'))).toBe(0);
  });

  test.each([
    ['an empty identifier', failing('')],
    ['null', failing(null)],
    ['an unknown one among known ones', failing('10', '11')],
    ['a number', failing(10)],
    ['no identifier', { batchItemFailures: [{ id: '10' }] }],
    ['failures that are no list', { batchItemFailures: 'all' }],
    ['a text', 'fine'],
    ['a number as the answer', 1],
    ['a list as the answer', [1]],
  ])('fails the whole batch: %s', (_case, answer) => {
    expect(first(answer)).toBe(0);
  });
});
