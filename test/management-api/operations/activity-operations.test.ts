import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { accountItemKey } from '../../../src/directory/directory-items.ts';
import { newUser, noon, startApi, type TestApi, type User } from '../api.ts';
import { expectProblem } from '../problem.ts';

let api: TestApi;
let user: User;

beforeAll(async () => {
  api = await startApi();
});

beforeEach(() => {
  api.time.now = noon;
  user = newUser();
});

async function createKey(name: string): Promise<string> {
  api.time.now += 1;
  return (await api.call(user, 'POST', '/v1/keys', { json: { name } })).body.key.keyId;
}

const rename = (keyId: string, name: string) => api.call(user, 'PATCH', `/v1/keys/${keyId}`, { json: { name } });

const activity = (query: string, asker = user) => api.call(asker, 'GET', `/v1/activity?${query}`);

type Row = { readonly action: string; readonly keyName: string | null };
const rowsOf = ({ body }: Awaited<ReturnType<typeof activity>>): string[] =>
  body.activity.map(({ action, keyName }: Row) => `${action} ${keyName}`);

describe('GET activity', () => {
  test('of one key has its changes only, newest first, each on exactly one page, also when it is revoked', async () => {
    const [one, two] = [await createKey('one'), await createKey('two')];
    for (const name of ['a', 'b', 'c']) {
      await rename(one, `one ${name}`);
      await rename(two, `two ${name}`);
    }
    await api.call(user, 'POST', `/v1/keys/${one}/revoke`);
    const expected = [
      'key_revoked one c',
      'key_renamed one c',
      'key_renamed one b',
      'key_renamed one a',
      'key_created one',
    ];
    for (const limit of [1, 2, 5, 50]) {
      const rows: string[] = [];
      let cursor = '';
      do {
        const page = await activity(`keyId=${one}&limit=${limit}${cursor}`);
        rows.push(...rowsOf(page));
        cursor = page.body.nextCursor === null ? '' : `&cursor=${page.body.nextCursor}`;
      } while (cursor);
      expect(rows).toEqual(expected);
    }
    expect(rowsOf(await activity('limit=3'))).toEqual(['key_revoked one c', 'key_renamed two c', 'key_renamed one c']);
  });

  test('refuses a key of another account, and a cursor of another key or of all keys', async () => {
    const [one, two] = [await createKey('one'), await createKey('two')];
    await rename(one, 'uno');
    expectProblem(await activity(`keyId=${one}`, newUser()), 'key_not_found');
    const { nextCursor } = (await activity(`keyId=${one}&limit=1`)).body;
    expectProblem(await activity(`keyId=${two}&cursor=${nextCursor}`), 'invalid_cursor');
    expectProblem(await activity(`cursor=${nextCursor}`), 'invalid_cursor');
    expectProblem(await activity(`keyId=${one}&keyId=${two}`), 'invalid_request');
  });

  test('ends a page after many changes of other keys, and continues on the next one', async () => {
    const { directory } = api.deps;
    const one = await createKey('one');
    const rows = Array.from({ length: 1_500 }, (_, index) => index + 3);
    for (const version of rows) {
      const row = { version, at: noon, by: 'customer', action: 'key_renamed', keyId: 'another', keyName: 'other' };
      const write = activityRowKey(user.sub, version);
      await directory.put({ ...write, ...row });
    }
    const first = await activity(`keyId=${one}`);
    expect([rowsOf(first), typeof first.body.nextCursor]).toEqual([[], 'string']);
    const second = await activity(`keyId=${one}&cursor=${first.body.nextCursor}`);
    expect([rowsOf(second), second.body.nextCursor]).toEqual([['key_created one'], null]);
  });
});

const activityRowKey = (accountId: string, version: number) => ({
  pk: accountItemKey(accountId).pk,
  sk: `ACTIVITY#${String(version).padStart(12, '0')}`,
});
