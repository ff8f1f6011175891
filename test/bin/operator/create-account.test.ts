import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import {
  operate,
  password,
  type ServedPool,
  servePool,
  signIn,
  tokensOf,
} from '../../../packages/cdk-local/test/user-pool/served-pool.ts';
import { listAccounts } from '../../../src/accounts/accounts.ts';
import { listActivity } from '../../../src/directory/activity.ts';
import { findAccount } from '../../../src/directory/directory-reads.ts';
import { documentClient } from '../../support/dynamodb.ts';
import { OperatorProgram } from './operator-program.ts';

let pool: ServedPool;
let program: OperatorProgram;
beforeAll(async () => {
  pool = await servePool({ changes: { pool: { Policies: { PasswordPolicy: { MinimumLength: 12 } } } } });
  program = await OperatorProgram.start(pool);
});
afterAll(async () => {
  program.stop();
  await pool.stop();
});

const userSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ UserAttributes: v.array(v.object({ Name: v.string(), Value: v.string() })) }),
);

async function attributesOf(email: string): Promise<Record<string, string>> {
  const { body } = await pool.call('AdminGetUser', { UserPoolId: pool.poolId, Username: email });
  return Object.fromEntries(v.parse(userSchema, body).UserAttributes.map(({ Name, Value }) => [Name, Value]));
}

async function countAccounts(): Promise<number> {
  let count = 0;
  for await (const _ of listAccounts(documentClient(), program.tables.directory)) count += 1;
  return count;
}

describe.each([
  ['the local gateway', []],
  ['a deployed stage', ['--stage', 'dev']],
])('accounts create on %s', (name, where) => {
  const email = `${name.replaceAll(' ', '-')}@b.example`;

  test('invites the user and creates the account with the user’s id, on the chosen plan', async () => {
    const [account] = await program.documents('accounts', 'create', email, '--plan', 'business', ...where);
    const { sub, email_verified } = await attributesOf(email);
    expect(account).toMatchObject({ accountId: sub, email, plan: { planId: 'business' }, state: 'active' });
    expect(email_verified).toBe('true');
    const { body } = await signIn(pool, email, await pool.code(email));
    expect(body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    const [{ key }] = await program.documents('keys', 'create', account.accountId, 'first', ...where);
    expect(await program.documents('keys', 'list', email.toUpperCase(), ...where)).toMatchObject([key]);
  });

  test('says that the user exists, however the address is written, and changes nothing', async () => {
    const { code, out, err } = await program.run(
      'accounts',
      'create',
      email.toUpperCase(),
      '--plan',
      'scale',
      ...where,
    );
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toMatch(/^The user \S+ exists: account [\w-]+, on the plan business\. Nothing was changed\.\n$/);
    expect(await findAccount(program.directory, (await attributesOf(email)).sub ?? '')).toMatchObject({
      planId: 'business',
    });
  });
});

describe('accounts create', () => {
  test('creates the account of a user who has none, as after an interrupted run, and mails a new code', async () => {
    const Username = 'interrupted@b.example';
    const invitation = { UserAttributes: [{ Name: 'email', Value: Username }], DesiredDeliveryMediums: ['EMAIL'] };
    await pool.call('AdminCreateUser', { UserPoolId: pool.poolId, Username, ...invitation });
    const [account] = await program.documents('accounts', 'create', Username, '--plan', 'developer');
    const { sub } = await attributesOf(Username);
    expect(account).toMatchObject({ accountId: sub, plan: { planId: 'developer' } });
    const codes = [await pool.code(Username), await pool.code(Username)];
    const signIns = await Promise.all(codes.map((code) => signIn(pool, Username, code)));
    expect(signIns.map(({ body }) => body.ChallengeName)).toEqual([undefined, 'NEW_PASSWORD_REQUIRED']);
  });

  test('creates neither a user nor an account for an unknown plan', async () => {
    const before = await countAccounts();
    const { code } = await program.run('accounts', 'create', 'new@b.example', '--plan', 'platinum');
    expect(code).toBe(4);
    const { status } = await pool.call('AdminGetUser', { UserPoolId: pool.poolId, Username: 'new@b.example' });
    expect([status, await countAccounts()]).toEqual([400, before]);
  });

  test('ends with exit code 5 if the user pool does not answer', async () => {
    const unreachable = await OperatorProgram.start();
    expect(await unreachable.run('accounts', 'create', 'ann@b.example')).toMatchObject({ code: 5, out: '' });
    await unreachable.stop();
  });
});

describe('for the support', () => {
  const email = 'supported@b.example';
  let accountId: string;
  beforeAll(async () => {
    [{ accountId }] = await program.documents('accounts', 'create', email);
    await pool.call('AdminSetUserPassword', {
      UserPoolId: pool.poolId,
      Username: email,
      Password: password,
      Permanent: true,
    });
  });

  const lastActivity = async () => (await listActivity(program.directory, accountId, { from: 0, limit: 1 })).rows[0];

  test('accounts sign-out ends the sessions of an address, as the operator', async () => {
    const { RefreshToken } = await tokensOf(pool, email);
    const before = Date.now();
    await program.documents('accounts', 'sign-out', email.toUpperCase());
    expect((await findAccount(program.directory, accountId)).sessionsValidFrom).toBeGreaterThan(before);
    const refresh = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: RefreshToken } };
    expect((await operate(pool, 'InitiateAuth', refresh)).status).toBe(400);
    expect(await lastActivity()).toMatchObject({ action: 'sessions_ended', by: 'operator' });
  });

  test('accounts disable-second-factor voids the recovery codes, as the operator', async () => {
    await program.documents('accounts', 'disable-second-factor', accountId);
    expect(await lastActivity()).toMatchObject({ action: 'second_factor_disabled', by: 'operator' });
  });

  test('accounts activity takes the address too', async () => {
    const newest = await program.documents('accounts', 'activity', email, '--limit', '1');
    expect(newest).toMatchObject([{ action: 'second_factor_disabled', by: 'operator' }]);
  });

  test.each(['sign-out', 'disable-second-factor'])('accounts %s refuses an unknown account', async (name) => {
    const { code, out } = await program.run('accounts', name, 'nobody@b.example');
    expect({ code, out }).toEqual({ code: 4, out: '' });
  });
});
