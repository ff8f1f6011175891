import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { type ServedPool, servePool } from '../../../packages/cdk-local/test/user-pool/served-pool.ts';
import { registerAccount } from '../../../src/accounts/accounts.ts';
import { beginDeletion } from '../../../src/accounts/delete-account.ts';
import { revokeKey } from '../../../src/keys/change-key.ts';
import { recordItem } from '../../../src/records/record.ts';
import { newRequestId } from '../../../src/records/request-id.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { systemClock } from '../../../src/time.ts';
import { newKey } from '../../keys/new-key.ts';
import { byOperator } from '../../support/change-requests.ts';
import { documentClient } from '../../support/dynamodb.ts';
import { plans } from '../../support/settings.ts';
import { recordOf } from '../../usage/record.ts';
import { OperatorProgram } from './operator-program.ts';

let pool: ServedPool;
let program: OperatorProgram;
beforeAll(async () => {
  pool = await servePool();
  program = await OperatorProgram.start(pool);
});
afterAll(async () => {
  program.stop();
  await pool.stop();
});

const deps = () => ({ directory: program.directory, plans, clock: systemClock });

/** An account with a key, and its id. */
async function accountOf(email: string): Promise<string> {
  const user = { UserPoolId: pool.poolId, Username: email, MessageAction: 'SUPPRESS' };
  const created = await pool.call('AdminCreateUser', user);
  const accountId: string = JSON.parse(created.body).User.Username;
  await registerAccount(deps(), { accountId, email, planId: plans.free.id }, { by: 'operator' });
  await newKey(program.directory, accountId, '=first', systemClock);
  return accountId;
}

const stateOf = async (accountId: string) =>
  (await program.directory.get({ pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' }))?.state;

const userStatus = async (email: string) =>
  (await pool.call('AdminGetUser', { UserPoolId: pool.poolId, Username: email })).status;

describe('accounts delete', () => {
  test('shows with --dry-run what it would delete, and changes nothing', async () => {
    const accountId = await accountOf('dry@b.example');
    const { code, out } = await program.run('accounts', 'delete', 'DRY@b.example', '--dry-run');
    expect(code).toBe(0);
    expect(out).toMatch(
      /email +dry@b.example\nstate +active\nactive keys +1\nkeys +1\nsecrets +1\nrows +4\nsubscription +–\n\nDry run/,
    );
    expect(await stateOf(accountId)).toBe('active');
    expect(await userStatus('dry@b.example')).toBe(200);
  });

  test('deletes only if the address is typed', async () => {
    const accountId = await accountOf('typed@b.example');
    const wrong = await program.runWith('other@b.example\n', ['accounts', 'delete', accountId]);
    expect(wrong).toMatchObject({ code: 3, out: '' });
    expect(wrong.err).toContain('Type typed@b.example to delete the account');
    expect(await stateOf(accountId)).toBe('active');
    const { code, out } = await program.runAsProcess('typed@b.example\n', ['accounts', 'delete', accountId]);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining(`${accountId} is deleted`) });
    expect([await stateOf(accountId), await userStatus('typed@b.example')]).toEqual(['deleted', 400]);
    expect(await program.run('accounts', 'delete', accountId, '--yes')).toMatchObject({ code: 4, out: '' });
    expect(await program.run('accounts', 'show', accountId)).toMatchObject({ code: 4, out: '' });
  });

  test('continues a deletion, by the address too if the user is gone, and accounts list shows it until then', async () => {
    const accountId = await accountOf('half@b.example');
    await beginDeletion(deps(), byOperator(accountId));
    await pool.call('AdminDeleteUser', { UserPoolId: pool.poolId, Username: 'half@b.example' });
    const listed = () => program.documents('accounts', 'list');
    expect(await listed()).toContainEqual(expect.objectContaining({ accountId, state: 'deleting' }));
    const documents = await program.documents('accounts', 'delete', 'half@b.example', '--yes');
    expect(documents).toEqual([{ accountId, state: 'deleted' }]);
    expect(await listed()).not.toContainEqual(expect.objectContaining({ accountId }));
  });

  test('refuses the address of an unfinished deletion whose owner has signed up again', async () => {
    const first = await accountOf('again@b.example');
    await beginDeletion(deps(), byOperator(first));
    await pool.call('AdminDeleteUser', { UserPoolId: pool.poolId, Username: 'again@b.example' });
    const second = await accountOf('again@b.example');
    const { code, err } = await program.run('accounts', 'delete', 'again@b.example', '--yes');
    expect(code).toBe(3);
    expect(err).toContain(`${first} (deleting)`);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['deleting', 'active']);
  });

  test('ends with exit code 4 for an address that no account has', async () => {
    expect((await program.run('accounts', 'delete', 'nobody@b.example', '--yes')).code).toBe(4);
  });
});

describe('accounts export', () => {
  const file = (name: string) => join(program.folder, name);
  const filesOf = (path: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(unzipSync(new Uint8Array(readFileSync(path)))).map(([name, bytes]) => [name, strFromU8(bytes)]),
    );

  test('writes everything of the account, as JSON and as CSV, and no secret', async () => {
    const accountId = await accountOf('ann@b.example');
    const { key, secret } = await newKey(program.directory, accountId, 'second', systemClock);
    await revokeKey(deps(), byOperator(accountId), key.keyId);
    const records = createSdkTable(documentClient(), program.tables.records);
    for (let count = 0; count < 3; count += 1) {
      const at = systemClock();
      await records.put(recordItem(recordOf({ at, requestId: newRequestId(at), keyId: key.keyId, accountId }), 7));
    }
    const [document] = await program.documents('accounts', 'export', 'ann@b.example', '--out', file('ann.zip'));
    expect(document).toMatchObject({ accountId, bytes: statSync(file('ann.zip')).size, unreadable: [] });
    expect(statSync(file('ann.zip')).mode % 0o1000).toBe(0o600);
    const files = filesOf(file('ann.zip'));
    expect(Object.keys(files)).toEqual([
      'README.txt',
      'account.json',
      ...['keys', 'tokens', 'usage', 'activity', 'payments', 'requests'].flatMap((name) => [
        `${name}.json`,
        `${name}.csv`,
      ]),
    ]);
    expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({ accountId, email: 'ann@b.example' });
    expect(JSON.parse(files['keys.json'] ?? '').map(({ name }: { name: string }) => name)).toEqual([
      '=first',
      'second',
    ]);
    expect(files['keys.csv']).toContain(",'=first,active,");
    expect(JSON.parse(files['requests.json'] ?? '')).toHaveLength(3);
    expect(files['requests.csv']?.split('\r\n')).toHaveLength(5);
    expect(JSON.parse(files['activity.json'] ?? '').map(({ action }: { action: string }) => action)).toEqual([
      'key_revoked',
      'key_created',
      'key_created',
      'account_created',
    ]);
    expect(JSON.parse(files['usage.json'] ?? '')).toEqual([]);
    expect(JSON.stringify(files)).not.toContain(secret);
    expect(JSON.stringify(files)).not.toMatch(/[\da-f]{64}/);
  });

  test('overwrites no file', async () => {
    writeFileSync(file('there.zip'), 'mine');
    const there = await program.run('accounts', 'export', 'ann@b.example', '--out', file('there.zip'));
    expect(there).toMatchObject({ code: 3, out: '' });
    expect(readFileSync(file('there.zip'), 'utf8')).toBe('mine');
  });

  test('of a month has only the rows of that month', async () => {
    const out = file('month.zip');
    expect((await program.run('accounts', 'export', 'ann@b.example', '--month', '2026-01', '--out', out)).code).toBe(0);
    const files = filesOf(out);
    expect(JSON.parse(files['keys.json'] ?? '')).toHaveLength(2);
    expect(JSON.parse(files['requests.json'] ?? '')).toEqual([]);
    expect(JSON.parse(files['activity.json'] ?? '')).toEqual([]);
  });
});
