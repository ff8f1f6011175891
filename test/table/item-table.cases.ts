import { beforeEach, describe, expect, test } from '@jest/globals';
import { ConditionFailedError, type ItemTable } from '../../src/table/item-table.ts';

const key = { pk: 'p', sk: 's' };

/** The promises of every implementation of ItemTable. */
export function describeItemTable(
  emptyTable: () => Promise<ItemTable>,
  tableNamed: (tableName: string) => ItemTable,
): void {
  let table: ItemTable;

  beforeEach(async () => {
    table = await emptyTable();
  });

  describe('an item', () => {
    test('is read as it was written', async () => {
      const item = {
        ...key,
        text: 'ä\u0000"🦀',
        yes: true,
        no: false,
        nothing: null,
        list: [1, { deep: ['x'] }],
        empty: '',
      };
      await table.put(item);
      expect(await table.get(key)).toEqual(item);
    });

    test('keeps its numbers exactly, large ones as bigint', async () => {
      const numbers = { a: 0, b: -1.5, c: 0.1, d: 1e-7, e: Number.MAX_SAFE_INTEGER, f: -Number.MAX_SAFE_INTEGER };
      await table.put({ ...key, ...numbers, g: 12_345_678_901_234_567_890n, h: -9_007_199_254_740_993n });
      const read = { ...key, ...numbers, g: 12_345_678_901_234_567_890n, h: -9_007_199_254_740_993n };
      expect(await table.get(key)).toEqual(read);
    });

    test.each([
      ['a number that is not exact', 2 ** 53],
      ['no number', Number.NaN],
      ['an infinite number', -Infinity],
      ['a date', new Date(0)],
      ['a symbol', Symbol('s')],
    ])('with %s cannot be written', async (_, value) => {
      await expect(table.put({ ...key, value })).rejects.toThrow();
      await expect(table.put({ ...key, list: [{ value }] })).rejects.toThrow();
      expect(await table.get(key)).toBeUndefined();
    });

    test('can be read eventually consistently', async () => {
      await table.put({ ...key, a: 1 });
      expect(await table.get(key, 'eventual')).toEqual({ ...key, a: 1 });
    });

    test('that does not exist is undefined', async () => expect(await table.get(key)).toBeUndefined());

    test('is written without undefined values at any depth', async () => {
      await table.put({ ...key, gone: undefined, list: [{ kept: 1, gone: undefined }, undefined] });
      expect(Object.keys((await table.get(key)) ?? {}).toSorted()).toEqual(['list', 'pk', 'sk']);
      expect(await table.get(key)).toEqual({ ...key, list: [{ kept: 1 }] });
    });

    test('is replaced as a whole by a put without a condition', async () => {
      await table.put({ ...key, a: 1 });
      await table.put({ ...key, b: 2 });
      expect(await table.get(key)).toEqual({ ...key, b: 2 });
    });

    test('of DynamoDB’s maximum size is written and read', async () => {
      const large = { ...key, text: 'ä'.repeat(200_000) };
      await table.put(large);
      expect(await table.get(key)).toEqual(large);
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

    test('returns the whole item after it, and creates a missing one', async () => {
      expect(await add(2)).toEqual({ ...key, n: 2 });
      expect(await add(3)).toEqual({ ...key, n: 5 });
    });

    test('whose condition is false changes nothing, and the error has the current item', async () => {
      await table.put({ ...key, n: 5, list: [1, { deep: true }] });
      const failure = add(1, '#n < :n');
      await expect(failure).rejects.toBeInstanceOf(ConditionFailedError);
      await expect(failure).rejects.toMatchObject({
        code: 'condition_failed',
        item: { ...key, n: 5, list: [1, { deep: true }] },
      });
      expect(await table.get(key)).toMatchObject({ n: 5 });
    });

    test('whose condition fails because the item is missing has none in the error', async () => {
      await expect(add(1, '#n = :n')).rejects.toMatchObject({ code: 'condition_failed', item: undefined });
      expect(await table.get(key)).toBeUndefined();
    });

    test('that runs many times at once counts each time', async () => {
      await Promise.all(Array.from({ length: 20 }, () => add(1)));
      expect(await table.get(key)).toEqual({ ...key, n: 20 });
    });
  });

  test('a put whose condition is false changes nothing, and the error has the current item', async () => {
    await table.put({ ...key, a: 1 }, 'attribute_not_exists(pk)');
    await expect(table.put({ ...key, a: 2 }, 'attribute_not_exists(pk)')).rejects.toMatchObject({
      code: 'condition_failed',
      item: { ...key, a: 1 },
    });
    expect(await table.get(key)).toEqual({ ...key, a: 1 });
  });

  test('any other error has DynamoDB’s name', async () => {
    const missing = tableNamed('there-is-no-such-table');
    const failure = { name: 'ResourceNotFoundException' };
    await expect(missing.get(key)).rejects.toMatchObject(failure);
    await expect(missing.put(key)).rejects.toMatchObject(failure);
    await expect(
      missing.update({ key, update: 'ADD #n :n', names: { '#n': 'n' }, values: { ':n': 1 } }),
    ).rejects.toMatchObject(failure);
    await expect(table.get({ pk: 'p' })).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(table.put({ ...key, big: 'x'.repeat(500_000) })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });
}
