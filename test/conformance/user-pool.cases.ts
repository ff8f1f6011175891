import { expect, test } from '@jest/globals';
import * as v from 'valibot';

/** A signed-in user: the address of Cognito's API in the pool's region, and an access token. */
export type PoolUser = { readonly url: string; readonly accessToken: string };

const refusal = v.looseObject({ __type: v.optional(v.string(), 'none') });

/** The name of the error that Cognito answers. */
async function errorOf({ url, accessToken }: PoolUser, operation: string, input: object): Promise<string> {
  const target = `AWSCognitoIdentityProviderService.${operation}`;
  const headers = { 'Content-Type': 'application/x-amz-json-1.1', 'X-Amz-Target': target };
  const body = JSON.stringify({ AccessToken: accessToken, ...input });
  const answer = await fetch(url, { method: 'POST', headers, body });
  const { __type } = v.parse(refusal, await answer.json());
  return __type.slice(__type.lastIndexOf('#') + 1);
}

/**
 * Rules of Cognito that no document settles. The cases change nothing: the one asks with a wrong code, the other must be
 * refused. If that of `VerifyUserAttribute` is different: docs/runbook.md, "A rule of Cognito".
 */
export function userPoolCases(user: () => Promise<PoolUser>): void {
  test('an access token may not change the address: `email` is not required, so the client need not write it', async () => {
    const UserAttributes = [{ Name: 'email', Value: 'conformance@example.com' }];
    expect(await errorOf(await user(), 'UpdateUserAttributes', { UserAttributes })).toBe('NotAuthorizedException');
  });

  test('VerifyUserAttribute judges the code of an attribute that the client may not write', async () => {
    const wrong = { AttributeName: 'email', Code: '000000' };
    const error = await errorOf(await user(), 'VerifyUserAttribute', wrong);
    // Without the permission it would be NotAuthorizedException, whatever the code.
    expect(['CodeMismatchException', 'ExpiredCodeException']).toContain(error);
  });
}

const accessTokenClaims = v.object({ iss: v.pipe(v.string(), v.url()) });

/** The user of `SLUICE_ACCESS_TOKEN`. A token names its pool. */
export function deployedUser(accessToken: string): PoolUser {
  const payload = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString();
  const { iss } = v.parse(v.pipe(v.string(), v.parseJson(), accessTokenClaims), payload);
  return { url: new URL(iss).origin, accessToken };
}
