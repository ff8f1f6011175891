import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { call, post } from '../support/rpc.ts';
import { askForCode, choosePassword, type Doors, doorsOf, enrol, signIn, tokensOf, tokensSchema } from './doors.ts';
import type { World } from './security-world.ts';

const victim = 'victim@example.com';
const [attackers, victims, newer] = ['attackers-horse-1', 'victims-own-horse-1', 'victims-own-horse-2'];

/** Every public operation that could let somebody in, with all that an attacker can know: the status of each answer. */
async function tryEveryDoor(doors: Doors): Promise<Record<string, number>> {
  const { pool, api } = doors;
  const [Username, ConfirmationCode, junk] = [victim, '000000', 'e30.e30.e30'];
  const asUser = { Username, ConfirmationCode };
  const guess = { email: victim, password: attackers };
  const calls: [string, Promise<{ readonly status: number }>][] = [
    ['SignUp', pool('SignUp', { Username, Password: attackers })],
    ['ConfirmSignUp', pool('ConfirmSignUp', asUser)],
    ['InitiateAuth', signIn(doors, guess)],
    ['ConfirmForgotPassword', pool('ConfirmForgotPassword', { ...asUser, Password: attackers })],
    ['RespondToAuthChallenge', choosePassword(doors, guess, 'made up')],
    ['GetTokensFromRefreshToken', pool('GetTokensFromRefreshToken', { RefreshToken: junk })],
    ...['GetUser', 'AssociateSoftwareToken', 'GlobalSignOut', 'DeleteUser', 'SetUserMFAPreference'].map(
      (name): [string, ReturnType<Doors['pool']>] => [name, pool(name, { AccessToken: junk })],
    ),
    ['recover', api('POST', '/v1/recover', { body: { ...guess, code: '00000-00000' } })],
    ['account', api('GET', '/v1/account', { token: junk })],
  ];
  return Object.fromEntries(await Promise.all(calls.map(async ([name, answer]) => [name, (await answer).status])));
}

async function expectNoWayIn(doors: Doors): Promise<void> {
  const statuses = await tryEveryDoor(doors);
  const refused = Object.fromEntries(Object.keys(statuses).map((name) => [name, 400]));
  expect(statuses).toEqual({ ...refused, recover: 401, account: 401 });
}

/** The victim asks twice: the older code is void. The attacker asks and tries in between. */
async function signUpUnderAttack(doors: Doors) {
  await expectNoWayIn(doors);
  expect((await askForCode(doors, victim)).status).toBe(202);
  const older = await doors.mailedCode(victim);
  await expectNoWayIn(doors);
  expect((await askForCode(doors, victim)).status).toBe(202);
  const code = await doors.mailedCode(victim);
  expect((await signIn(doors, { email: victim, password: older })).status).toBe(400);
  const { Session } = (await signIn(doors, { email: victim, password: code })).body;
  await expectNoWayIn(doors);
  const chosen = await choosePassword(doors, { email: victim, password: victims }, Session);
  await askForCode(doors, victim);
  await expectNoWayIn(doors);
  return v.parse(tokensSchema, chosen.body.AuthenticationResult);
}

/** What a stolen token does not permit, because it needs the password. */
async function expectPasswordNeeded({ api }: Doors, token: string): Promise<void> {
  for (const [path, body] of [
    ['/v1/account/password', { currentPassword: attackers, newPassword: newer }],
    ['/v1/account/recovery-codes', { password: attackers }],
    ['/v1/account/second-factor/disable', { password: attackers }],
    ['/v1/account/delete', { password: attackers, email: victim }],
  ] as const) {
    const answer = await api('POST', path, { token, body });
    expect({ path, ...answer }).toMatchObject({ path, status: 403, body: { code: 'wrong_password' } });
  }
}

/**
 * An attacker signed up with the victim's address and a password, and the victim confirmed the address. Then the attacker
 * was in, with a key and a second factor, and a refresh token that survived the victim's next password.
 */
export function takeOverCases(running: () => World): void {
  test('an attacker who knows the address gets in nowhere, and a thief is out after a password reset', async () => {
    const doors = doorsOf(running());
    const { pool, api } = doors;
    const stolen = await signUpUnderAttack(doors);

    // A thief copies the victim's tokens, which work until the victim ends the sessions.
    const token = stolen.IdToken;
    const created = await api('POST', '/v1/account/recovery-codes', { token, body: { password: victims } });
    const backdoor = (await api('POST', '/v1/keys', { token, body: { name: 'backdoor' } })).body;
    await enrol(doors, stolen.AccessToken);
    await expectPasswordNeeded(doors, token);

    // The victim resets the password. Nothing that the thief holds works any more.
    expect((await pool('ForgotPassword', { Username: victim })).status).toBe(200);
    const ConfirmationCode = await doors.mailedCode(victim);
    const reset = await pool('ConfirmForgotPassword', { Username: victim, ConfirmationCode, Password: newer });
    expect(reset.status).toBe(200);
    const ended = { status: 401, body: { code: 'session_ended' } };
    expect(await api('GET', '/v1/account', { token })).toMatchObject(ended);
    expect(await api('POST', '/v1/keys', { token, body: { name: 'again' } })).toMatchObject(ended);
    const { AccessToken, RefreshToken } = stolen;
    expect((await pool('GetTokensFromRefreshToken', { RefreshToken })).status).toBe(400);
    expect((await pool('GetUser', { AccessToken })).body.message).toBe('Access Token has been revoked');
    expect((await signIn(doors, { email: victim, password: victims })).status).toBe(400);
    await expectNoWayIn(doors);

    // The thief's second factor keeps the victim out until a recovery code is used, once.
    const own = { email: victim, password: newer };
    expect((await signIn(doors, own)).body.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    const body = { ...own, code: created.body.codes?.[0] };
    expect((await api('POST', '/v1/recover', { body })).status).toBe(200);
    expect((await api('POST', '/v1/recover', { body })).status).toBe(401);

    // The victim sees the thief's key and revokes it.
    const { IdToken } = await tokensOf(doors, own);
    const { keys } = (await api('GET', '/v1/keys', { token: IdToken })).body;
    expect(keys.map(({ name }) => name)).toEqual(['backdoor']);
    const secret = backdoor.secret ?? '';
    expect((await post(doors.endpoint, secret, call('getHealth'))).status).toBe(200);
    expect((await api('POST', `/v1/keys/${keys[0]?.keyId}/revoke`, { token: IdToken, body: {} })).status).toBe(200);
    expect((await post(doors.endpoint, secret, call('getHealth'))).status).toBe(403);
    expect((await api('GET', '/v1/key', { key: secret })).status).toBe(403);
  });
}
