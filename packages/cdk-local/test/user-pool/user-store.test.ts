import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openUserStore } from '../../user-pool/user-store.ts';
import { definitions } from './pool-template.ts';
import { newFolder } from './served-pool.ts';

const [pool] = definitions().pools;
if (!pool) throw new Error('The template has no pool.');

let folder: string;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openUserStore({ folder, pools: [pool], clock: () => 5_000 });
const ada = {
  Username: 'ada',
  Password: 'Correct-horse-1',
  UserStatus: 'CONFIRMED' as const,
  Attributes: [{ Name: 'email', Value: 'ada@b.example' }],
};

describe('the users of a pool', () => {
  test('are there again after a restart, with their dates', async () => {
    await open().add(pool, ada);
    const found = await open().find(pool, 'ada@b.example');
    expect(found).toEqual({
      ...ada,
      Enabled: true,
      RefreshTokens: [],
      UserCreateDate: new Date(5_000),
      UserLastModifiedDate: new Date(5_000),
    });
  });

  test('are changed and removed for good', async () => {
    const store = open();
    const added = await store.add(pool, ada);
    await store.add(pool, { ...ada, Username: 'bob', Attributes: [] });
    await store.change(pool, added, { Enabled: false });
    expect((await open().find(pool, 'ada'))?.Enabled).toBe(false);
    await store.remove(pool, added);
    expect((await open().all(pool)).map(({ Username }) => Username)).toEqual(['bob']);
  });

  test('are in a file that only this user can read, because it has their passwords', async () => {
    await open().add(pool, ada);
    expect(statSync(join(folder, `users-${pool.id}.json`)).mode & 0o777).toBe(0o600);
  });
});
