import { expect, test } from '@jest/globals';
import { takeAttempt } from '../../src/accounts/attempt-limits.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { emptyDirectory } from '../support/dynamodb.ts';

const limit = { name: 'TEST', attempts: 2, windowMs: 60_000 };
const take = (directory: Directory) => takeAttempt({ directory, clock: () => 0 }, limit, 'subject');

test('an attempt that is given back does not count', async () => {
  const directory = await emptyDirectory();
  for (let tries = 0; tries < 5; tries += 1) await (await take(directory))();
  await take(directory);
  await take(directory);
  await expect(take(directory)).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('an attempt that cannot be given back counts, and what was right stays right', async () => {
  const directory = await emptyDirectory();
  const update: Directory['update'] = (request) =>
    request.update.includes(':back') ? Promise.reject(new Error('throttled')) : directory.update(request);
  const giveBack = await take({ ...directory, update });
  await giveBack();
  await take(directory);
  await expect(take(directory)).rejects.toMatchObject({ code: 'too_many_requests' });
});
