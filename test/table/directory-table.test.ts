import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Directory, type DirectoryWrite, TransactionConflictError } from '../../src/table/directory-table.ts';
import { emptyDirectory } from '../support/dynamodb.ts';

let directory: Directory;
const [one, two] = [
  { pk: 'p', sk: '1' },
  { pk: 'p', sk: '2' },
];

const rename = (key: typeof one, from: string, to: string): DirectoryWrite => ({
  key,
  update: 'SET #name = :to',
  condition: '#name = :from',
  names: { '#name': 'name' },
  values: { ':from': from, ':to': to },
});

beforeEach(async () => {
  directory = await emptyDirectory();
  await directory.put({ ...one, name: 'a' });
});

describe('a transaction', () => {
  test('makes all its writes', async () => {
    await directory.transact([
      rename(one, 'a', 'b'),
      { put: { ...two, name: 'new' }, condition: 'attribute_not_exists(pk)' },
    ]);
    expect(await directory.get(one)).toEqual({ ...one, name: 'b' });
    expect(await directory.get(two)).toEqual({ ...two, name: 'new' });
  });

  test('makes none of its writes if one condition is false, of an update or of a put', async () => {
    const newTwo: DirectoryWrite = { put: { ...two, name: 'new' } };
    await expect(directory.transact([newTwo, rename(one, 'z', 'b')])).rejects.toBeInstanceOf(TransactionConflictError);
    await expect(
      directory.transact([newTwo, { put: { ...one, name: 'c' }, condition: 'attribute_not_exists(pk)' }]),
    ).rejects.toMatchObject({ code: 'transaction_conflict', cause: { name: 'TransactionCanceledException' } });
    expect(await directory.get(two)).toBeUndefined();
    expect(await directory.get(one)).toEqual({ ...one, name: 'a' });
  });

  test('that is invalid fails with the SDK’s error', async () => {
    await expect(directory.transact([{ put: { ...two, name: 'x'.repeat(500_000) } }])).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });
});
