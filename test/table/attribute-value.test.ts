import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromAttributes, toAttributes } from '../../src/table/attribute-value.ts';

const numbers = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'grapheme' }),
    numbers,
    fc.bigInt(),
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 }).map((texts) => new Set(texts)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const items = fc.dictionary(fc.string(), value, { maxKeys: 5, noNullPrototype: true });

describe('the attributes of an item', () => {
  test('equal those of the AWS SDK', () => {
    fc.assert(
      fc.property(items, (item) => {
        expect(toAttributes(item)).toEqual(marshall(item, { removeUndefinedValues: true }));
      }),
    );
  });

  test('are read as the same item as by the AWS SDK', () => {
    fc.assert(
      fc.property(items, (item) => {
        const attributes = marshall(item, { removeUndefinedValues: true });
        expect(fromAttributes(attributes)).toEqual(unmarshall(attributes));
      }),
    );
  });

  test.each(['0', '-0', '9007199254740991', '-9007199254740991', '1.5E-7', '0.1', '100'])(
    'give the number %s as the SDK does',
    (N) => expect(fromAttributes({ N: { N } })).toEqual(unmarshall({ N: { N } })),
  );

  test('with large whole numbers become bigints, and other inexact numbers are an error', () => {
    expect(fromAttributes({ a: { N: '9007199254740993' } })).toEqual({ a: 9_007_199_254_740_993n });
    expect(() => fromAttributes({ a: { N: '9007199254740993.5' } })).toThrow(invalid);
    expect(() => fromAttributes({ a: { N: 'Infinity' } })).toThrow(invalid);
    expect(() => fromAttributes({ a: { N: 'one' } })).toThrow(invalid);
  });

  const invalid = expect.objectContaining({ code: 'invalid_attribute_value' });

  test.each([
    ['a set of numbers', { NS: ['1'] }],
    ['a set of texts that are none', { SS: [1] }],
    ['a set that is not a list', { SS: 'a' }],
    ['a binary', { B: 'AA==' }],
    ['a string that is a number', { S: 1 }],
    ['a list that is an object', { L: {} }],
    ['a map that is a string', { M: 'x' }],
    ['nothing', {}],
    ['null', null],
    ['a plain value', 'x'],
  ])('with %s are not read', (_, attribute) => {
    expect(() => fromAttributes({ a: attribute })).toThrow(invalid);
    expect(() => fromAttributes({ a: { M: { b: { L: [attribute] } } } })).toThrow(invalid);
  });

  test.each([undefined, null, 'x', 1])('that are %s are an error', (attributes) => {
    expect(() => fromAttributes(attributes)).toThrow(invalid);
  });

  test.each([
    ['a set of numbers', new Set([1])],
    ['a binary', Buffer.from('a')],
    ['a date', new Date(0)],
    ['an instance of a class', new (class Thing {})()],
    ['a function', () => 1],
    ['NaN', Number.NaN],
    ['an infinite number', Number.POSITIVE_INFINITY],
    ['a whole number that is not exact', 2 ** 53],
  ])('cannot be made of %s', (_, odd) => {
    expect(() => toAttributes({ a: odd })).toThrow(invalid);
    expect(() => toAttributes({ a: { b: [odd] } })).toThrow(invalid);
  });
});
