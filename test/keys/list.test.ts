import { beforeEach, expect, test } from '@jest/globals';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { keyItemKey } from '../../src/keys/directory.ts';
import { listKeys } from '../../src/keys/list.ts';
import { revokeKey } from '../../src/keys/revoke.ts';
import type { Directory } from '../../src/table/directory.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { newKey } from './new-key.ts';

const start = Date.UTC(2026, 10, 20);
let directory: Directory;

beforeEach(async () => {
  directory = await emptyDirectory();
  for (const accountId of ['acme', 'acme2']) {
    await registerAccount(directory, { accountId, email: 'a@b.example' }, () => start);
  }
});

test('an account’s keys are listed oldest first, the revoked ones too, and no other account’s', async () => {
  const first = await newKey(directory, 'acme', 'first', () => start);
  await newKey(directory, 'acme', 'second', () => start + 1);
  await newKey(directory, 'acme', 'third', () => start + 2);
  await newKey(directory, 'acme2', 'theirs', () => start);
  await revokeKey(directory, 'acme', first.key.keyId);
  const keys = await listKeys(directory, 'acme');
  expect(keys.map(({ name, state }) => `${name} ${state}`)).toEqual(['first revoked', 'second active', 'third active']);
});

test('an account without keys has an empty list', async () => {
  expect(await listKeys(directory, 'acme')).toEqual([]);
});

test('keys that fill more than one page of a query are all listed', async () => {
  const { key } = await newKey(directory, 'acme', 'first', () => start);
  const ids = Array.from({ length: 6 }, (_, index) => `key_000${index}`);
  // A page of a query has 1 MB.
  for (const keyId of ids)
    await directory.put({ ...key, ...keyItemKey('acme', keyId), keyId, name: 'n'.repeat(300_000) });
  expect((await listKeys(directory, 'acme')).map(({ keyId }) => keyId)).toEqual([...ids, key.keyId]);
});
