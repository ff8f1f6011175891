import createClient, { type Client } from 'openapi-fetch';
import * as v from 'valibot';
import type { JsonMedia } from '../../dashboard/client/json-media.ts';
import type { paths } from '../../dashboard/client/paths.ts';
import { send } from './rpc.ts';

/** A customer who has signed up and signed in with plain HTTP requests. */
export type Customer = {
  /** Cognito's `sub`, which is the account's id. */
  readonly accountId: string;
  readonly idToken: string;
  readonly password: string;
  /** The client generated from docs/openapi.json. */
  readonly client: Client<paths, JsonMedia>;
};

const password = 'Correct-Horse-7-Battery';

/** What of a gateway a customer signs up with. */
export type Entrance = {
  readonly runtime: {
    readonly userPool: { readonly url: string; readonly clientId: string };
    readonly confirmationCode: (email: string) => Promise<string>;
    readonly apiUrl: string;
  };
};

const answer = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ Session: v.optional(v.string()), AuthenticationResult: v.optional(v.object({ IdToken: v.string() })) }),
);
const claims = v.pipe(v.string(), v.parseJson(), v.object({ sub: v.string() }));

/** Signs in at the gateway's user pool. The first password is the code of the sign-up mail. */
async function cognito({ runtime }: Entrance, operation: string, body: object) {
  const { status, body: text } = await send(runtime.userPool.url, {
    headers: {
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ClientId: runtime.userPool.clientId, ...body }),
  });
  if (status !== 200) throw new Error(`${operation}: ${status} ${text}`);
  return v.parse(answer, text);
}

/** Becomes a customer of the gateway: asks for a code, signs in with it and chooses a password. */
export async function becomeCustomer(entrance: Entrance, email: string): Promise<Customer> {
  const { apiUrl, confirmationCode } = entrance.runtime;
  const asked = await send(`${apiUrl}/v1/sign-up`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  if (asked.status !== 202) throw new Error(`sign-up: ${asked.status} ${asked.body}`);
  const { Session } = await cognito(entrance, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: await confirmationCode(email.toLowerCase()) },
  });
  const { AuthenticationResult } = await cognito(entrance, 'RespondToAuthChallenge', {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session,
    ChallengeResponses: { USERNAME: email, NEW_PASSWORD: password },
  });
  const idToken = AuthenticationResult?.IdToken ?? '';
  const { sub } = v.parse(claims, Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
  const client = createClient<paths, JsonMedia>({ baseUrl: apiUrl, headers: { Authorization: `Bearer ${idToken}` } });
  return { accountId: sub, idToken, password, client };
}
