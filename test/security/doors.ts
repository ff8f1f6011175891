import { expect } from '@jest/globals';
import * as v from 'valibot';
import { totp } from '../../packages/cdk-local/test/user-pool/totp.ts';
import type { TestGateway } from '../support/test-runtime.ts';

export const tokensSchema = v.object({
  IdToken: v.string(),
  AccessToken: v.string(),
  RefreshToken: v.optional(v.string()),
});

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
  secret: v.optional(v.nullable(v.string())),
  message: v.optional(v.string()),
  tokens: v.optional(v.array(v.looseObject({ tokenId: v.string(), name: v.string() })), []),
  codes: v.optional(v.nullable(v.array(v.string()))),
  key: v.optional(v.looseObject({ keyId: v.string() })),
  keys: v.optional(v.array(v.looseObject({ keyId: v.string(), name: v.string() })), []),
});

type ApiCall = { readonly token?: string; readonly key?: string; readonly body?: object };

async function callApi(address: string, method: string, path: string, { token, key, body }: ApiCall = {}) {
  const headers = {
    'Content-Type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(key !== undefined && { 'X-API-KEY': key }),
  };
  const answer = await fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, body: v.parse(apiBody, await answer.json()) };
}

/** What anybody can call: the pool's public operations and the management API. */
export function doorsOf({ local: { runtime } }: { readonly local: Pick<TestGateway, 'runtime'> }) {
  return {
    async pool(operation: string, input: object) {
      const target = `AWSCognitoIdentityProviderService.${operation}`;
      const headers = { 'Content-Type': 'application/x-amz-json-1.1', 'X-Amz-Target': target };
      const body = JSON.stringify({ ClientId: runtime.userPool.clientId, ...input });
      const answer = await fetch(runtime.userPool.url, { method: 'POST', headers, body });
      return { status: answer.status, body: v.parse(poolBody, await answer.json()) };
    },
    api: (method: string, path: string, call?: ApiCall) => callApi(runtime.apiUrl, method, path, call),
    /** The same API at the dashboard's address. */
    dashboard: (method: string, path: string, call?: ApiCall) => callApi(runtime.dashboardUrl, method, path, call),
    mailedCode: runtime.confirmationCode,
    endpoint: runtime.endpoints.devnet ?? '',
  };
}

export type Doors = ReturnType<typeof doorsOf>;

export type Credentials = { readonly email: string; readonly password: string };

export const signIn = ({ pool }: Doors, { email, password }: Credentials) =>
  pool('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: email, PASSWORD: password } });

/** The tokens of a customer who signs in with a password alone. */
export const tokensOf = async (doors: Doors, credentials: Credentials) =>
  v.parse(tokensSchema, (await signIn(doors, credentials)).body.AuthenticationResult);

export const askForCode = ({ api }: Doors, email: string) => api('POST', '/v1/sign-up', { body: { email } });

export const choosePassword = ({ pool }: Doors, { email, password }: Credentials, Session: string) =>
  pool('RespondToAuthChallenge', {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session,
    ChallengeResponses: { USERNAME: email, NEW_PASSWORD: password },
  });

/** Signs up as the dashboard does. */
export async function register(doors: Doors, credentials: Credentials) {
  const { email } = credentials;
  expect((await askForCode(doors, email)).status).toBe(202);
  const begun = await signIn(doors, { email, password: await doors.mailedCode(email) });
  const chosen = await choosePassword(doors, credentials, begun.body.Session);
  return v.parse(tokensSchema, chosen.body.AuthenticationResult);
}

/** Turns a second factor on, for which an access token is enough. */
export async function enrol({ pool }: Doors, AccessToken: string): Promise<void> {
  const { SecretCode } = (await pool('AssociateSoftwareToken', { AccessToken })).body;
  await pool('VerifySoftwareToken', { AccessToken, UserCode: totp(SecretCode) });
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  expect((await pool('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings })).status).toBe(200);
}
