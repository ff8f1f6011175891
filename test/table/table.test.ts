import { beforeEach, describe, expect, test } from '@jest/globals';
import { ConditionFailedError } from '../../src/table/condition-failed-error.ts';
import { createTable, type KeyRange, type Table } from '../../src/table/table.ts';
import { documentClient, emptyTable } from '../support/dynamodb.ts';

let table: Table;
const key = { pk: 'p', sk: 's' };

beforeEach(async () => {
  table = await emptyTable({ sortKey: true });
});

describe('an item', () => {
  test('is read as it was written', async () => {
    const item = { ...key, text: 'ä', number: 1.5, yes: true, nothing: null, list: [1, { deep: ['x'] }], empty: '' };
    await table.put(item);
    expect(await table.get(key)).toEqual(item);
  });

  test('that is not there is undefined', async () => expect(await table.get(key)).toBeUndefined());

  test('is written without its values that are undefined, also deep inside', async () => {
    await table.put({ ...key, gone: undefined, list: [{ kept: 1, gone: undefined }] });
    expect(Object.keys((await table.get(key)) ?? {}).toSorted()).toEqual(['list', 'pk', 'sk']);
    expect(await table.get(key)).toEqual({ ...key, list: [{ kept: 1 }] });
  });

  test('is replaced as a whole by a put without a condition', async () => {
    await table.put({ ...key, a: 1 });
    await table.put({ ...key, b: 2 });
    expect(await table.get(key)).toEqual({ ...key, b: 2 });
  });
});

describe('an update', () => {
  const add = (n: number, condition?: string) =>
    table.update({
      key,
      update: 'ADD #n :n',
      ...(condition && { condition }),
      names: { '#n': 'n' },
      values: { ':n': n },
    });

  test('gives the whole item as it stands after it, and makes one that is not there', async () => {
    expect(await add(2)).toEqual({ ...key, n: 2 });
    expect(await add(3)).toEqual({ ...key, n: 5 });
  });

  test('whose condition does not hold changes nothing, and carries the item as it stands', async () => {
    await table.put({ ...key, n: 5, list: [1, { deep: true }] });
    const failure = add(1, '#n < :n');
    await expect(failure).rejects.toBeInstanceOf(ConditionFailedError);
    await expect(failure).rejects.toMatchObject({
      code: 'condition_failed',
      item: { ...key, n: 5, list: [1, { deep: true }] },
    });
    expect(await table.get(key)).toMatchObject({ n: 5 });
  });

  test('whose condition does not hold for want of an item carries none', async () => {
    await expect(add(1, '#n = :n')).rejects.toMatchObject({ code: 'condition_failed', item: undefined });
    expect(await table.get(key)).toBeUndefined();
  });
});

test('a put whose condition does not hold changes nothing, and carries the item as it stands', async () => {
  await table.put({ ...key, a: 1 }, 'attribute_not_exists(pk)');
  await expect(table.put({ ...key, a: 2 }, 'attribute_not_exists(pk)')).rejects.toMatchObject({
    code: 'condition_failed',
    item: { ...key, a: 1 },
  });
  expect(await table.get(key)).toEqual({ ...key, a: 1 });
});

describe('a query', () => {
  const skOf = (index: number) => `k#${String(index).padStart(3, '0')}`;

  test('gives the items of one partition that begin so, in order, and all of them where no beginning is asked for', async () => {
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

  test('goes on page by page until the end', async () => {
    // A page has at most 1 MB.
    const big = 'x'.repeat(350_000);
    for (let index = 0; index < 8; index += 1) await table.put({ pk: 'p', sk: skOf(index), big });
    const found = await Array.fromAsync(table.query('p', 'k#'));
    expect(found.map(({ sk }) => sk)).toEqual(Array.from({ length: 8 }, (_, index) => skOf(index)));
  });

  test('of nothing gives nothing', async () => expect(await Array.fromAsync(table.query('p', 'k#'))).toEqual([]));
});

describe('a query of a range', () => {
  const sks = ['a', 'b#1', 'b#2', 'b#3', 'c'];

  beforeEach(async () => {
    for (const sk of sks) await table.put({ pk: 'p', sk });
    await table.put({ pk: 'q', sk: 'b#2' });
  });

  const found = async (range: Omit<KeyRange, 'pk'>) =>
    (await Array.fromAsync(table.queryRange({ pk: 'p', ...range }))).map(({ sk }) => sk);

  test('gives the items of one partition between two sort keys, both included, in order', async () => {
    expect(await found({ from: 'b#1', to: 'b#3' })).toEqual(['b#1', 'b#2', 'b#3']);
    expect(await found({ from: 'b', to: 'b#2x' })).toEqual(['b#1', 'b#2']);
    expect(await found({ from: 'b#2', to: 'b#2' })).toEqual(['b#2']);
    expect(await found({ from: 'd', to: 'e' })).toEqual([]);
  });

  test('gives them falling where asked to', async () => {
    expect(await found({ from: 'b#2', to: 'c', descending: true })).toEqual(['c', 'b#3', 'b#2']);
  });

  test('gives all of them, however few are fetched at once', async () => {
    for (const pageSize of [1, 2, 100]) {
      expect(await found({ from: 'a', to: 'c', pageSize })).toEqual(sks);
      expect(await found({ from: 'a', to: 'c', pageSize, descending: true })).toEqual(sks.toReversed());
    }
  });

  test('reads a further page only when it is asked for', async () => {
    const rows = table.queryRange({ pk: 'p', from: 'a', to: 'c', pageSize: 2 });
    expect([await rows.next(), await rows.next()].map(({ value }) => value.sk)).toEqual(['a', 'b#1']);
    // Written behind the first page before the second is read.
    await table.put({ pk: 'p', sk: 'b#1x' });
    expect((await Array.fromAsync(rows)).map(({ sk }) => sk)).toEqual(['b#1x', 'b#2', 'b#3', 'c']);
  });

  test('whose end lies before its beginning is refused by DynamoDB', async () => {
    await expect(found({ from: 'c', to: 'a' })).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

test('any other failure is the SDK’s own', async () => {
  const missing = createTable(documentClient(), 'there-is-no-such-table');
  const failure = { name: 'ResourceNotFoundException' };
  await expect(missing.get(key)).rejects.toMatchObject(failure);
  await expect(missing.put(key)).rejects.toMatchObject(failure);
  await expect(
    missing.update({ key, update: 'ADD #n :n', names: { '#n': 'n' }, values: { ':n': 1 } }),
  ).rejects.toMatchObject(failure);
  await expect(Array.fromAsync(missing.query('p', 'k'))).rejects.toMatchObject(failure);
});
