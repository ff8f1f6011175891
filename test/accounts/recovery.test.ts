import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { operate, signIn } from '../../packages/cdk-local/test/user-pool/served-pool.ts';
import { totp } from '../../packages/cdk-local/test/user-pool/totp.ts';
import { listActivity } from '../../src/directory/activity.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { expectProblem } from '../management-api/problem.ts';
import { password, type Session, startUserWorld, type UserWorld } from '../users/user-world.ts';

let world: UserWorld;
beforeAll(async () => {
  world = await startUserWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.forward(3_600_000));

let count = 0;
/** A customer with recovery codes and, if wanted, a second factor. */
async function protectedCustomer({ secondFactor = true } = {}) {
  count += 1;
  const email = `customer${count}@b.example`;
  const session = await world.becomeCustomer(email);
  if (secondFactor) await enrol(session);
  const { body } = await world.call(session, 'POST', '/v1/account/recovery-codes', { json: { password } });
  return { email, session, codes: listOf(body.codes) };
}

const listOf = (codes: unknown): string[] => (Array.isArray(codes) ? codes.map(String) : []);

async function proveApp({ accessToken: AccessToken }: Session): Promise<void> {
  const { body } = await world.pool.call('AssociateSoftwareToken', { AccessToken });
  const { SecretCode } = JSON.parse(body);
  await operate(world.pool, 'VerifySoftwareToken', { AccessToken, UserCode: totp(SecretCode, world.clock()) });
}

async function enrol(session: Session): Promise<void> {
  await proveApp(session);
  const { accessToken: AccessToken } = session;
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await operate(world.pool, 'SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
}

const recover = (email: string, code: string | undefined, secret = password, source?: string) =>
  world.publicApi()('/v1/recover', { email, password: secret, code }, source);

const asksForCode = async (email: string) => (await signIn(world.pool, email, password)).body.ChallengeName;

describe('POST /v1/account/second-factor/enable', () => {
  const enable = (session: Session, secret = password, headers = {}) =>
    world.call(session, 'POST', '/v1/account/second-factor/enable', { json: { password: secret }, headers });

  test('needs the password: who has only a session locks nobody out', async () => {
    const { email, session } = await protectedCustomer({ secondFactor: false });
    await proveApp(session);
    expectProblem(await enable(session, 'not-the-password'), 'wrong_password');
    expect(await asksForCode(email)).toBeUndefined();
  });

  test('turns it on with ten recovery codes and a row in the activity; a repetition changes nothing', async () => {
    const { email, session, codes } = await protectedCustomer({ secondFactor: false });
    await proveApp(session);
    const once = { 'idempotency-key': 'on' };
    const { status, body } = await enable(session, password, once);
    expect([status, new Set(listOf(body.codes)).size]).toEqual([201, 10]);
    expect(await asksForCode(email)).toBe('SOFTWARE_TOKEN_MFA');
    expect(await enable(session, password, once)).toMatchObject({ status: 201, body: { codes: null } });
    const { rows: activity } = await listActivity(world.directory, session.accountId, { from: 0, limit: 10 });
    const rows = activity.map(({ action }) => action);
    expect(rows[0]).toBe('second_factor_enabled');
    expect(rows.filter((action) => action === 'second_factor_enabled')).toHaveLength(1);
    expectProblem(await recover(email, codes[0]), 'recovery_refused');
    expect((await recover(email, listOf(body.codes)[0])).status).toBe(200);
  });

  test('is refused before an app has proved its secret', async () => {
    const { email, session } = await protectedCustomer({ secondFactor: false });
    expectProblem(await enable(session), 'second_factor_not_proved');
    expect(await asksForCode(email)).toBeUndefined();
  });
});

describe('POST /v1/account/recovery-codes', () => {
  test('makes ten different codes that are easy to type, and stores none of them', async () => {
    const { session, codes } = await protectedCustomer();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    const stored = JSON.stringify(await Array.fromAsync(world.directory.query(`ACCOUNT#${session.accountId}`)));
    for (const code of codes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replace('-', ''));
    }
    expect((await world.call(session, 'GET', '/v1/account')).body.secondFactorRecoveryCodesLeft).toBe(10);
  });

  test('needs the password, with a second factor too, and voids the earlier codes', async () => {
    const { email, session, codes } = await protectedCustomer();
    const wrong = { json: { password: 'not-the-password' } };
    expectProblem(await world.call(session, 'POST', '/v1/account/recovery-codes', wrong), 'wrong_password');
    const { status } = await world.call(session, 'POST', '/v1/account/recovery-codes', { json: { password } });
    expect(status).toBe(201);
    expectProblem(await recover(email, codes[0]), 'recovery_refused');
  });

  test('repeated with its Idempotency-Key keeps the codes that were shown', async () => {
    const { email, session } = await protectedCustomer();
    const ask = () =>
      world.call(session, 'POST', '/v1/account/recovery-codes', {
        json: { password },
        headers: { 'idempotency-key': 'a' },
      });
    const [first, second] = [await ask(), await ask()];
    expect(second).toMatchObject({ status: 201, body: { codes: null } });
    expect((await recover(email, listOf(first.body.codes)[3])).status).toBe(200);
  });
});

describe('POST /v1/recover', () => {
  test('turns the second factor off, ends all sessions and spends the code, however it is typed', async () => {
    const { email, session, codes } = await protectedCustomer();
    expect(await asksForCode(email)).toBe('SOFTWARE_TOKEN_MFA');
    const typed = codes[0]?.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
    expect(await recover(email.toUpperCase(), ` ${typed} `)).toMatchObject({ status: 200, body: {} });
    expect(await asksForCode(email)).toBeUndefined();
    expectProblem(await world.call(session, 'GET', '/v1/account'), 'session_ended');
    const { body } = await world.call(await world.sessionOf(email), 'GET', '/v1/account');
    expect(body.secondFactorRecoveryCodesLeft).toBe(9);
    expectProblem(await recover(email, codes[0]), 'recovery_refused');
    const [row] = (await listActivity(world.directory, session.accountId, { from: 0, limit: 1 })).rows;
    expect(row).toMatchObject({ action: 'recovery_code_used', after: { codesLeft: 9 }, address: '198.51.100.1' });
  });

  test('answers every wrong combination alike, and changes nothing', async () => {
    const { email, session, codes } = await protectedCustomer();
    const other = await protectedCustomer();
    await world.users.invite('unfinished@b.example', 'temporary-password');
    const wrong = [
      await recover(email, codes[0], 'not-the-password'),
      await recover(email, '00000-00000'),
      await recover(email, other.codes[0]),
      await recover(email, ''),
      await recover('nobody@b.example', codes[0]),
      await recover('unfinished@b.example', codes[0], 'temporary-password'),
    ];
    for (const { status, body, headers } of wrong) {
      const { requestId: _, ...shown } = body;
      const { requestId: __, ...first } = wrong[0]?.body ?? {};
      expect({ status, shown, type: headers['content-type'] }).toEqual({
        status: 401,
        shown: first,
        type: 'application/problem+json',
      });
      expect(body.code).toBe('recovery_refused');
    }
    expect(await asksForCode(email)).toBe('SOFTWARE_TOKEN_MFA');
    expect((await world.call(session, 'GET', '/v1/account')).body.secondFactorRecoveryCodesLeft).toBe(10);
  });

  test('accepts a code once, of many concurrent requests', async () => {
    const { email, session, codes } = await protectedCustomer();
    const answers = await Promise.all(Array.from({ length: 5 }, () => recover(email, codes[4])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
    expect((await findAccount(world.directory, session.accountId)).recoveryCodes).toHaveLength(9);
  });

  test('allows ten attempts an hour for an address from a network, so that nobody keeps the owner out, and twenty from a network', async () => {
    const { email, codes } = await protectedCustomer({ secondFactor: false });
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) {
      statuses.push((await recover(email, '00000-00000', password, '192.0.2.1')).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect((await recover(email, codes[0])).status).toBe(200);
    const sprayed: number[] = [];
    for (let tries = 0; tries < 21; tries += 1) {
      sprayed.push((await recover(`spray${tries}@b.example`, '00000-00000', password, '203.0.113.9')).status);
    }
    expect(sprayed).toEqual([...Array(20).fill(401), 429]);
  });
});

describe('POST /v1/account/second-factor/disable', () => {
  const disable = (session: Session, secret = password) =>
    world.call(session, 'POST', '/v1/account/second-factor/disable', { json: { password: secret } });

  test('needs the password, turns the factor off and voids the codes', async () => {
    const { email, session, codes } = await protectedCustomer();
    expectProblem(await disable(session, 'not-the-password'), 'wrong_password');
    expect(await asksForCode(email)).toBe('SOFTWARE_TOKEN_MFA');
    expect((await disable(session)).status).toBe(200);
    expect(await asksForCode(email)).toBeUndefined();
    expectProblem(await recover(email, codes[0]), 'recovery_refused');
    expect((await world.call(session, 'GET', '/v1/account')).body.secondFactorRecoveryCodesLeft).toBe(0);
  });

  test('repeated with its Idempotency-Key leaves a factor alone that was enrolled since', async () => {
    const { email, session } = await protectedCustomer();
    const path = '/v1/account/second-factor/disable';
    const ask = () => world.call(session, 'POST', path, { json: { password }, headers: { 'idempotency-key': 'off' } });
    expect((await ask()).status).toBe(200);
    await enrol(session);
    expect((await ask()).status).toBe(200);
    expect(await asksForCode(email)).toBe('SOFTWARE_TOKEN_MFA');
  });
});
