import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operate, signIn } from '../../packages/cdk-local/test/user-pool/served-pool.ts';
import { confirmEmailChange } from '../../src/accounts/email-change.ts';
import { endSessionsAfterReset } from '../../src/accounts/password-reset.ts';
import { listActivity } from '../../src/directory/activity.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { createLog } from '../../src/log.ts';
import { expectProblem } from '../management-api/problem.ts';
import { byOperator } from '../support/change-requests.ts';
import { hanging, stopUpstreams } from '../upstream/upstream-server.ts';
import { refusing, startSickSes, throttling } from '../users/sick-ses.ts';
import { password, type Session, startUserWorld, type UserWorld } from '../users/user-world.ts';

let world: UserWorld;
beforeAll(async () => {
  world = await startUserWorld();
});
afterAll(async () => {
  await world.stop();
  await stopUpstreams();
});

let count = 0;
/** A customer with two sessions: their own, and that of a thief who signed in or refreshed before. */
async function robbedCustomer() {
  count += 1;
  const email = `customer${count}@b.example`;
  const own = await world.becomeCustomer(email);
  return { email, own, thief: await world.sessionOf(email) };
}

const get = (session: Session) => world.call(session, 'GET', '/v1/account');

async function expectSignedOut(...sessions: Session[]): Promise<void> {
  for (const session of sessions) {
    expectProblem(await get(session), 'session_ended');
    expect(await world.refreshes(session)).toBe(false);
  }
}

const lastActions = async ({ accountId }: Session) =>
  (await listActivity(world.directory, accountId, { from: 0, limit: 10 })).rows.map(({ action }) => action);

describe('all sessions of an account end', () => {
  test('with POST /v1/account/sign-out, also the caller’s; a sign-in after the answer is valid at once', async () => {
    const { email, own, thief } = await robbedCustomer();
    expect(await world.call(own, 'POST', '/v1/account/sign-out', { json: {} })).toMatchObject({
      status: 200,
      body: {},
    });
    await expectSignedOut(own, thief);
    expect((await get(await world.sessionOf(email))).status).toBe(200);
    expect(await lastActions(own)).toEqual(['sessions_ended', 'account_created']);
  });

  test('with a new password, and the old one is void', async () => {
    const { email, own, thief } = await robbedCustomer();
    const json = { currentPassword: password, newPassword: 'another-long-password' };
    expect((await world.call(own, 'POST', '/v1/account/password', { json })).status).toBe(200);
    await expectSignedOut(own, thief);
    expect((await signIn(world.pool, email, password)).status).toBe(400);
    expect((await get(await world.sessionOf(email, json.newPassword))).status).toBe(200);
    expect(await lastActions(own)).toEqual(['password_changed', 'account_created']);
  });

  test('with a password reset, which has no request of ours', async () => {
    const { email, own, thief } = await robbedCustomer();
    await endSessionsAfterReset(resetDeps(), { accountId: own.accountId, email });
    await expectSignedOut(own, thief);
    expect((await get(await world.sessionOf(email))).status).toBe(200);
    expect(await lastActions(own)).toEqual(['password_reset', 'account_created']);
  });

  test('even for a token that is refreshed between the revocation and the write of the end', async () => {
    const { email, own, thief } = await robbedCustomer();
    const users = { signOut: async () => {} };
    await endSessionsAfterReset({ ...resetDeps(), users }, { accountId: own.accountId, email });
    expectProblem(await get(thief), 'session_ended');
  });
});

const resetDeps = () => ({ ...world, plans: world.api.deps.plans, settings: world.api.deps.settings });

describe('a token', () => {
  test('without the time of the sign-in, as no ID token of the pool is, is refused', async () => {
    const { own } = await robbedCustomer();
    const { auth_time: _, ...claims } = own.claims;
    expectProblem(await get({ ...own, claims }), 'unauthenticated');
  });

  test.each(['yesterday', '-1', '1e3', ''])('with the time %j is refused', async (auth_time) => {
    const { own } = await robbedCustomer();
    expectProblem(await get({ ...own, claims: { ...own.claims, auth_time } }), 'unauthenticated');
  });
});

describe('POST /v1/account/password', () => {
  const change = (session: Session, currentPassword: string, newPassword: string) =>
    world.call(session, 'POST', '/v1/account/password', { json: { currentPassword, newPassword } });

  test('needs the password: a stolen token is not enough', async () => {
    const { email, own, thief } = await robbedCustomer();
    expectProblem(await change(thief, 'not-the-password', 'attackers-password'), 'wrong_password');
    expect((await get(own)).status).toBe(200);
    expect((await signIn(world.pool, email, password)).status).toBe(200);
  });

  test.each(['short', ' begins-with-a-space', 'eleven-char', 'passwordpassword'])(
    'refuses %j as too weak',
    async (weak) => {
      const { own } = await robbedCustomer();
      expectProblem(await change(own, password, weak), 'weak_password');
      expect((await get(own)).status).toBe(200);
    },
  );

  test('takes an Idempotency-Key for one request: another use of it changes nothing', async () => {
    const { email, own } = await robbedCustomer();
    const headers = { 'idempotency-key': 'once' };
    const send = async (session: Session, currentPassword: string, newPassword: string) =>
      world.call(session, 'POST', '/v1/account/password', { headers, json: { currentPassword, newPassword } });
    expect((await send(own, password, 'another-long-password')).status).toBe(200);
    const next = await world.sessionOf(email, 'another-long-password');
    expect((await send(next, password, 'another-long-password')).status).toBe(200);
    expectProblem(await send(next, 'another-long-password', 'a-third-long-password'), 'idempotency_conflict');
    const signOut = await world.call(next, 'POST', '/v1/account/sign-out', { headers, json: {} });
    expectProblem(signOut, 'idempotency_conflict');
    expect((await get(next)).status).toBe(200);
    expect(await world.refreshes(next)).toBe(true);
    expect(await lastActions(own)).toEqual(['password_changed', 'account_created']);
  });

  test('lets nobody try passwords: 20 an hour, and right ones do not count', async () => {
    const { own, thief } = await robbedCustomer();
    for (let tries = 0; tries < 21; tries += 1) expectProblem(await change(own, password, 'short'), 'weak_password');
    const codes: string[] = [];
    for (let tries = 0; tries < 21; tries += 1)
      codes.push((await change(thief, `guess-${tries}`, 'x'.repeat(12))).body.code);
    expect(codes.slice(0, 20)).toEqual(Array(20).fill('wrong_password'));
    const refused = await change(own, password, 'another-long-password');
    expectProblem(refused, 'too_many_requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a change of the address', () => {
  const ask = (session: Session, email: string, secret = password) =>
    world.call(session, 'PUT', '/v1/account/email', { json: { email, password: secret } });
  const confirm = (session: Session) => world.call(session, 'POST', '/v1/account/email/confirm', { json: {} });
  const enterCode = async ({ accessToken }: Session, email: string) =>
    operate(world.pool, 'VerifyUserAttribute', {
      AccessToken: accessToken,
      AttributeName: 'email',
      Code: await world.pool.code(email),
    });

  test('mails a code to the new address; the old one stays until it is confirmed; then all sessions end', async () => {
    const { email, own, thief } = await robbedCustomer();
    const next = `new-${email}`;
    expect(await ask(own, next)).toMatchObject({ status: 202, body: {} });
    expect((await confirm(own)).body).toMatchObject({ email });
    expect((await get(own)).status).toBe(200);
    expect((await enterCode(own, next)).status).toBe(200);
    expect(await confirm(own)).toMatchObject({ status: 200, body: { email: next } });
    await expectSignedOut(own, thief);
    expect((await signIn(world.pool, email, password)).status).toBe(400);
    expect((await get(await world.sessionOf(next))).body).toMatchObject({ accountId: own.accountId, email: next });
    const [{ before, after } = {}] = (await listActivity(world.directory, own.accountId, { from: 0, limit: 1 })).rows;
    expect({ before, after }).toEqual({ before: { email }, after: { email: next } });
  });

  test('is taken over from the next token if nobody called confirm, and ends the session', async () => {
    const { email, own } = await robbedCustomer();
    const next = `late-${email}`;
    await ask(own, next);
    await enterCode(own, next);
    const later = await world.sessionOf(next);
    expectProblem(await get(later), 'session_ended');
    expect((await findAccount(world.directory, own.accountId)).email).toBe(next);
    expect((await get(await world.sessionOf(next))).body).toMatchObject({ email: next });
  });

  test('repeated with its Idempotency-Key mails one code', async () => {
    const { email, own } = await robbedCustomer();
    const json = { email: `again-${email}`, password };
    const headers = { 'idempotency-key': 'mail' };
    const mails = world.pool.mails.length;
    for (const _ of [1, 2]) {
      expect((await world.call(own, 'PUT', '/v1/account/email', { json, headers })).status).toBe(202);
    }
    expect(world.pool.mails).toHaveLength(mails + 1);
    expect(await lastActions(own)).toEqual(['account_created']);
  });

  test('is one change if several requests confirm it at once, and the old address is told once', async () => {
    const { email, own } = await robbedCustomer();
    await ask(own, `once-${email}`);
    await enterCode(own, `once-${email}`);
    expect(world.told).not.toContain(email);
    await Promise.all([1, 2, 3, 4].map(() => confirm(own)));
    expect(world.told.filter((address) => address.endsWith(email))).toEqual([email]);
    expect(await lastActions(own)).toEqual(['email_changed', 'account_created']);
  });

  test.each([
    ['does not answer', hanging, 'TimeoutError'],
    ['throttles', throttling, 'TooManyRequestsException'],
    ['refuses the mail', refusing('MessageRejected', 400), 'MessageRejected'],
  ])('happens even if SES %s, and the log has the reason without an address', async (_, behaviour, error) => {
    const { email, own } = await robbedCustomer();
    const next = `quiet-${email}`;
    await ask(own, next);
    await enterCode(own, next);
    const { sendMail } = await startSickSes([behaviour], 100);
    const tellFormerAddress = (former: string) => sendMail(former, `Not ${former} any more`);
    const account = await findAccount(world.directory, own.accountId);
    const lines: string[] = [];
    const deps = { ...world.api.deps, tellFormerAddress, log: createLog('debug', (line) => lines.push(line)) };
    expect(await confirmEmailChange(deps, deps.settings.signUp, account, byOperator(own.accountId))).toMatchObject({
      email: next,
    });
    expect(lines.map((line) => JSON.parse(line))).toEqual([{ level: 'warn', event: 'former_address_not_told', error }]);
  });

  test('is refused without the password, to the own address and to one that the settings do not admit', async () => {
    const { email, own } = await robbedCustomer();
    expectProblem(await ask(own, `x-${email}`, 'not-the-password'), 'wrong_password');
    expectProblem(await ask(own, email), 'address_taken');
    const { handle } = world.api.withSettings({ ...world.api.deps.settings, signUp: { emailDomains: ['b.example'] } });
    const { eventOf } = await import('../management-api/api.ts');
    const json = { email: 'me@elsewhere.example', password };
    expectProblem(await handle(eventOf(own.claims, 'PUT', '/v1/account/email', { json })), 'sign_up_refused');
    expect(world.pool.mails.filter((mail) => mail.email.includes('elsewhere'))).toEqual([]);
  });

  test('to the address of a customer is answered alike and mails nothing; an unfinished sign-up gives way', async () => {
    const { email, own } = await robbedCustomer();
    const other = await robbedCustomer();
    const unfinished = `unfinished-${email}`;
    await world.users.invite(unfinished, 'temporary-password');
    const before = world.pool.mails.length;
    const answers = [await ask(own, other.email.toUpperCase()), await ask(own, unfinished)];
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(Array(2).fill({ status: 202, body: {} }));
    const mails = world.pool.mails.slice(before);
    expect(mails.map(({ email: to }) => to)).toEqual([unfinished]);
    const [{ code: Code = '' } = {}] = mails;
    const verification = { AccessToken: own.accessToken, AttributeName: 'email', Code };
    expect((await operate(world.pool, 'VerifyUserAttribute', verification)).status).toBe(200);
    expect(await confirm(own)).toMatchObject({ status: 200, body: { email: unfinished } });
    expect((await findAccount(world.directory, other.own.accountId)).email).toBe(other.email);
  });

  test('mails an address five times a day at most, from all accounts together', async () => {
    const target = `target-${Date.now()}@b.example`;
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      const { own } = await robbedCustomer();
      statuses.push((await ask(own, target)).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });

  test('cannot be made at the pool: the client may not write the address', async () => {
    const { own, thief } = await robbedCustomer();
    const UserAttributes = [{ Name: 'email', Value: 'attacker@evil.example' }];
    const { status } = await operate(world.pool, 'UpdateUserAttributes', {
      AccessToken: thief.accessToken,
      UserAttributes,
    });
    expect(status).toBe(400);
    expect((await get(own)).status).toBe(200);
  });

  test('sends five mails an hour at most', async () => {
    const { email, own } = await robbedCustomer();
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await ask(own, `m${tries}-${email}`)).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });
});
