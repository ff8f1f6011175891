import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { totp } from '../../packages/cdk-local/test/user-pool/totp.ts';
import { call, post } from '../support/rpc.ts';
import type { World } from './security-world.ts';

const tokensSchema = v.object({ IdToken: v.string(), AccessToken: v.string(), RefreshToken: v.optional(v.string()) });
const poolBody = v.looseObject({
  __type: v.optional(v.string()),
  message: v.optional(v.string()),
  Session: v.optional(v.string(), ''),
  ChallengeName: v.optional(v.string()),
  SecretCode: v.optional(v.string(), ''),
  AuthenticationResult: v.optional(tokensSchema),
});
const apiBody = v.looseObject({
  code: v.optional(v.string()),
  secret: v.optional(v.string(), ''),
  codes: v.optional(v.array(v.string()), []),
  key: v.optional(v.object({ keyId: v.string() })),
  keys: v.optional(v.array(v.looseObject({ keyId: v.string(), name: v.string() })), []),
});

const victim = 'victim@example.com';
const [attackers, hers, newer] = ['attackers-horse-1', 'victims-own-horse-1', 'victims-own-horse-2'];

/** What anybody can call: the pool's public operations and the management API. */
function doorsOf({ local: { runtime } }: World) {
  const json = { 'Content-Type': 'application/json' };
  return {
    async pool(operation: string, input: object) {
      const target = `AWSCognitoIdentityProviderService.${operation}`;
      const headers = { 'Content-Type': 'application/x-amz-json-1.1', 'X-Amz-Target': target };
      const body = JSON.stringify({ ClientId: runtime.userPool.clientId, ...input });
      const answer = await fetch(runtime.userPool.url, { method: 'POST', headers, body });
      return { status: answer.status, body: v.parse(poolBody, await answer.json()) };
    },
    async api(method: string, path: string, { token, body }: { token?: string; body?: object } = {}) {
      const headers = { ...json, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const answer = await fetch(runtime.apiUrl + path, init);
      return { status: answer.status, body: v.parse(apiBody, await answer.json()) };
    },
    mailedCode: () => runtime.confirmationCode(victim),
    endpoint: runtime.endpoints.devnet ?? '',
  };
}

type Doors = ReturnType<typeof doorsOf>;

const signIn = ({ pool }: Doors, PASSWORD: string, USERNAME = victim) =>
  pool('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD } });

const respond = ({ pool }: Doors, ChallengeName: string, Session: string, answer: object) =>
  pool('RespondToAuthChallenge', { ChallengeName, Session, ChallengeResponses: { USERNAME: victim, ...answer } });

/** Every public operation of the pool that could make somebody a user, with all that an attacker can know. */
async function everyDoor(doors: Doors): Promise<Record<string, number>> {
  const { pool, api } = doors;
  const [Username, ConfirmationCode, junk] = [victim, '000000', 'e30.e30.e30'];
  const asUser = { Username, ConfirmationCode };
  const calls: [string, Promise<{ readonly status: number }>][] = [
    ['SignUp', pool('SignUp', { Username, Password: attackers })],
    ['ConfirmSignUp', pool('ConfirmSignUp', asUser)],
    ['InitiateAuth', signIn(doors, attackers)],
    ['ConfirmForgotPassword', pool('ConfirmForgotPassword', { ...asUser, Password: attackers })],
    ['RespondToAuthChallenge', respond(doors, 'NEW_PASSWORD_REQUIRED', 'made up', { NEW_PASSWORD: attackers })],
    ['GetTokensFromRefreshToken', pool('GetTokensFromRefreshToken', { RefreshToken: junk })],
    ...['GetUser', 'AssociateSoftwareToken', 'GlobalSignOut', 'DeleteUser', 'SetUserMFAPreference'].map(
      (name): [string, ReturnType<Doors['pool']>] => [name, pool(name, { AccessToken: junk })],
    ),
    ['recover', api('POST', '/v1/recover', { body: { email: victim, password: attackers, code: '00000-00000' } })],
    ['account', api('GET', '/v1/account', { token: junk })],
  ];
  return Object.fromEntries(await Promise.all(calls.map(async ([name, answer]) => [name, (await answer).status])));
}

async function chooseFactor({ pool }: Doors, AccessToken: string): Promise<string> {
  const { SecretCode } = (await pool('AssociateSoftwareToken', { AccessToken })).body;
  await pool('VerifySoftwareToken', { AccessToken, UserCode: totp(SecretCode) });
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  expect((await pool('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings })).status).toBe(200);
  return SecretCode;
}

const refusedToken = { status: 401, body: { code: 'session_ended' } };

/**
 * The attack of issue 18. Before it, an attacker signed up with the victim's address and his password; she confirmed it,
 * and he was in, with a key and a second factor; his refresh token survived her next password.
 */
export function takeOverCases(running: () => World): void {
  test('an attacker who knows the address gets in nowhere, and a thief is out after a password reset', async () => {
    const doors = doorsOf(running());
    const { pool, api, mailedCode } = doors;
    const refusals = { recover: 401, account: 401 };
    const noWayIn = async () => {
      const statuses = await everyDoor(doors);
      expect(statuses).toEqual({
        ...Object.fromEntries(Object.keys(statuses).map((name) => [name, 400])),
        ...refusals,
      });
    };

    // The attacker is first. All that he brings about is a mail to her.
    await noWayIn();
    const ask = () => api('POST', '/v1/sign-up', { body: { email: victim } });
    expect((await ask()).status).toBe(202);
    const older = await mailedCode();
    await noWayIn();

    // She asks again: the older code is void.
    expect((await ask()).status).toBe(202);
    const code = await mailedCode();
    expect((await signIn(doors, older)).status).toBe(400);
    const { Session } = (await signIn(doors, code)).body;
    await noWayIn();
    const first = await respond(doors, 'NEW_PASSWORD_REQUIRED', Session, { NEW_PASSWORD: hers });
    const stolen = v.parse(tokensSchema, first.body.AuthenticationResult);
    expect((await ask()).status).toBe(202);
    await noWayIn();

    // A thief copies her tokens. Until she ends her sessions, he is she.
    const token = stolen.IdToken;
    const created = await api('POST', '/v1/account/recovery-codes', { token, body: { password: hers } });
    const [recoveryCode = ''] = created.body.codes;
    const backdoor = (await api('POST', '/v1/keys', { token, body: { name: 'backdoor' } })).body;
    await chooseFactor(doors, stolen.AccessToken);
    for (const [path, body] of [
      ['/v1/account/password', { currentPassword: attackers, newPassword: newer }],
      ['/v1/account/recovery-codes', { password: attackers }],
      ['/v1/account/second-factor/disable', { password: attackers }],
    ] as const) {
      const answer = await api('POST', path, { token, body });
      expect({ path, ...answer }).toEqual({ path, status: 403, body: expect.objectContaining({ code: 'wrong_password' }) });
    }

    // She resets the password. Nothing that he holds works any more.
    expect((await pool('ForgotPassword', { Username: victim })).status).toBe(200);
    const reset = { Username: victim, ConfirmationCode: await mailedCode(), Password: newer };
    expect(await pool('ConfirmForgotPassword', reset)).toMatchObject({ status: 200 });
    expect(await api('GET', '/v1/account', { token })).toMatchObject(refusedToken);
    expect(await api('POST', '/v1/keys', { token, body: { name: 'again' } })).toMatchObject(refusedToken);
    const { AccessToken, RefreshToken } = stolen;
    expect((await pool('GetTokensFromRefreshToken', { RefreshToken })).status).toBe(400);
    expect((await pool('GetUser', { AccessToken })).body.message).toBe('Access Token has been revoked');
    expect((await signIn(doors, hers)).status).toBe(400);
    await noWayIn();

    // His second factor keeps her out until she uses a recovery code, once.
    expect((await signIn(doors, newer)).body.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    const recovery = { email: victim, password: newer, code: recoveryCode };
    expect((await api('POST', '/v1/recover', { body: recovery })).status).toBe(200);
    expect((await api('POST', '/v1/recover', { body: recovery })).status).toBe(401);
    const own = v.parse(tokensSchema, (await signIn(doors, newer)).body.AuthenticationResult).IdToken;

    // She sees his key and revokes it.
    const { keys } = (await api('GET', '/v1/keys', { token: own })).body;
    expect(keys.map(({ name }) => name)).toEqual(['backdoor']);
    expect((await post(doors.endpoint, backdoor.secret, call('getHealth'))).status).toBe(200);
    const revoked = await api('POST', `/v1/keys/${backdoor.key?.keyId}/revoke`, { token: own, body: {} });
    expect(revoked.status).toBe(200);
    expect((await post(doors.endpoint, backdoor.secret, call('getHealth'))).status).toBe(403);
  }, 60_000);
}
