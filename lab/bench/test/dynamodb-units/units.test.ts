import { beforeEach, describe, expect, test } from '@jest/globals';
import { UnitCounter } from '../../dynamodb-units/write-units.ts';

const Key = { pk: { S: 'p' }, sk: { S: 's' } };
/** An item with that key and so many bytes. */
const item = (bytes: number) => ({ ...Key, x: { S: 'x'.repeat(bytes - 7) } });

let counter: UnitCounter;
beforeEach(() => {
  counter = new UnitCounter();
});

const get = (answer: object) => counter.count({ operation: 'GetItem', input: { TableName: 'T', Key }, answer });
const put = (bytes: number, TableName = 'T') =>
  counter.count({ operation: 'PutItem', input: { TableName, Item: item(bytes) }, answer: {} });
const update = (answer: object) => counter.count({ operation: 'UpdateItem', input: { TableName: 'T', Key }, answer });

describe('a strongly consistent read', () => {
  test.each([
    { bytes: 100, units: 1 },
    { bytes: 4_096, units: 1 },
    { bytes: 4_097, units: 2 },
  ])('of $bytes bytes takes $units', ({ bytes, units }) => {
    expect(get({ Item: item(bytes) })).toEqual({ read: units, write: 0 });
  });

  test('of an item that is not there takes one', () => expect(get({})).toEqual({ read: 1, write: 0 }));
});

describe('a write', () => {
  test.each([
    { bytes: 100, units: 1 },
    { bytes: 1_024, units: 1 },
    { bytes: 1_025, units: 2 },
  ])('of a new item of $bytes bytes takes $units', ({ bytes, units }) => {
    expect(put(bytes)).toEqual({ read: 0, write: units });
  });

  test('takes the larger of the item before and after', () => {
    put(3_000);
    expect(update({ Attributes: item(100) })).toEqual({ read: 0, write: 3 });
    expect(update({ Attributes: item(1_500) })).toEqual({ read: 0, write: 2 });
  });

  test('does not take another table’s item of the same key for what was before', () => {
    put(3_000, 'Other');
    expect(put(100)).toEqual({ read: 0, write: 1 });
  });

  test('whose condition fails takes what the item in its way is large, and at least one', () => {
    const __type = 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException';
    expect(update({ __type, Item: item(2_000) })).toEqual({ read: 0, write: 2 });
    expect(
      counter.count({
        operation: 'UpdateItem',
        input: { TableName: 'T', Key: { pk: { S: 'q' } } },
        answer: { __type },
      }),
    ).toEqual({ read: 0, write: 1 });
  });
});

test('a call that is not on a single item is refused', () => {
  const query = { operation: 'Query', input: { TableName: 'T' }, answer: {} };
  expect(() => counter.count(query)).toThrow();
});
