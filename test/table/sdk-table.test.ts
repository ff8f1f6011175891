import { beforeEach, describe, expect, test } from '@jest/globals';
import type { KeyRange, Table } from '../../src/table/item-table.ts';
import { createSdkTable } from '../../src/table/sdk-table.ts';
import { documentClient, emptyTable } from '../support/dynamodb.ts';
import { describeItemTable } from './item-table.cases.ts';

let table: Table;

beforeEach(async () => {
  table = await emptyTable({ sortKey: true });
});

describe('a table over the SDK', () => {
  describeItemTable(
    () => emptyTable({ sortKey: true }),
    (tableName) => createSdkTable(documentClient(), tableName),
  );
});

describe('a query', () => {
  const skOf = (index: number) => `k#${String(index).padStart(3, '0')}`;

  test('returns the items of a partition with a prefix in order, or all of them without one', async () => {
    for (const [pk, sk] of [
      ['p', 'k#2'],
      ['p', 'k#1'],
      ['p', 'l#1'],
      ['p', 'k'],
      ['q', 'k#1'],
    ])
      await table.put({ pk, sk });
    const found = await Array.fromAsync(table.query('p', 'k#'));
    expect(found.map(({ sk }) => sk)).toEqual(['k#1', 'k#2']);
    const all = await Array.fromAsync(table.query('p'));
    expect(all.map(({ sk }) => sk)).toEqual(['k', 'k#1', 'k#2', 'l#1']);
  });

  test('continues page by page until the end', async () => {
    // A page has at most 1 MB.
    const big = 'x'.repeat(350_000);
    for (let index = 0; index < 8; index += 1) await table.put({ pk: 'p', sk: skOf(index), big });
    const found = await Array.fromAsync(table.query('p', 'k#'));
    expect(found.map(({ sk }) => sk)).toEqual(Array.from({ length: 8 }, (_, index) => skOf(index)));
  });

  test('without matches returns nothing', async () =>
    expect(await Array.fromAsync(table.query('p', 'k#'))).toEqual([]));
});

describe('a query of a range', () => {
  const sks = ['a', 'b#1', 'b#2', 'b#3', 'c'];

  beforeEach(async () => {
    for (const sk of sks) await table.put({ pk: 'p', sk });
    await table.put({ pk: 'q', sk: 'b#2' });
  });

  const found = async (range: Omit<KeyRange, 'pk'>) =>
    (await Array.fromAsync(table.queryRange({ pk: 'p', ...range }))).map(({ sk }) => sk);

  test('returns the items of a partition between two sort keys, both inclusive, in order', async () => {
    expect(await found({ from: 'b#1', to: 'b#3' })).toEqual(['b#1', 'b#2', 'b#3']);
    expect(await found({ from: 'b', to: 'b#2x' })).toEqual(['b#1', 'b#2']);
    expect(await found({ from: 'b#2', to: 'b#2' })).toEqual(['b#2']);
    expect(await found({ from: 'd', to: 'e' })).toEqual([]);
  });

  test('can return them in descending order', async () => {
    expect(await found({ from: 'b#2', to: 'c', descending: true })).toEqual(['c', 'b#3', 'b#2']);
  });

  test('returns all of them with any page size', async () => {
    for (const pageSize of [1, 2, 100]) {
      expect(await found({ from: 'a', to: 'c', pageSize })).toEqual(sks);
      expect(await found({ from: 'a', to: 'c', pageSize, descending: true })).toEqual(sks.toReversed());
    }
  });

  test('reads the next page only when it is needed', async () => {
    const rows = table.queryRange({ pk: 'p', from: 'a', to: 'c', pageSize: 2 });
    expect([await rows.next(), await rows.next()].map(({ value }) => value.sk)).toEqual(['a', 'b#1']);
    // Written after the first page was read and before the second.
    await table.put({ pk: 'p', sk: 'b#1x' });
    expect((await Array.fromAsync(rows)).map(({ sk }) => sk)).toEqual(['b#1x', 'b#2', 'b#3', 'c']);
  });

  test('whose end is before its start is rejected by DynamoDB', async () => {
    await expect(found({ from: 'c', to: 'a' })).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

test('a query of a missing table fails with DynamoDB’s name of the error', async () => {
  const missing = createSdkTable(documentClient(), 'there-is-no-such-table');
  const failure = { name: 'ResourceNotFoundException' };
  await expect(Array.fromAsync(missing.query('p', 'k'))).rejects.toMatchObject(failure);
});
