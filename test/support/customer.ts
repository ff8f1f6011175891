import createClient, { type Client } from 'openapi-fetch';
import type { Runtime } from '../../bin/start/runtime.ts';
import type { paths } from '../../dashboard/client/paths.ts';
import { send } from './rpc.ts';

/** A customer who has signed up, confirmed and signed in with plain HTTP requests. */
export type Customer = {
  /** Cognito's `sub`, which is the account's id. */
  readonly accountId: string;
  readonly idToken: string;
  /** The client generated from docs/openapi.json. */
  readonly client: Client<paths>;
};

const password = 'Correct-Horse-7-Battery';

/** What of a local gateway a customer signs up with. */
export type Entrance = { readonly runtime: Pick<Runtime, 'userPool' | 'confirmationCode' | 'apiUrl'> };

/** Becomes a customer of the local gateway. */
export async function becomeCustomer({ runtime }: Entrance, email: string): Promise<Customer> {
  const cognito = async (operation: string, body: object) => {
    const answer = await send(runtime.userPool.url, {
      headers: {
        'Content-Type': 'application/x-amz-json-1.1',
        'X-Amz-Target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify({ ClientId: runtime.userPool.clientId, ...body }),
    });
    if (answer.status !== 200) throw new Error(`${operation}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const UserAttributes = [{ Name: 'email', Value: email }];
  const { UserSub } = await cognito('SignUp', { Username: email, Password: password, UserAttributes });
  await cognito('ConfirmSignUp', { Username: email, ConfirmationCode: await runtime.confirmationCode(email) });
  const { AuthenticationResult } = await cognito('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  const idToken: string = AuthenticationResult.IdToken;
  const client = createClient<paths>({ baseUrl: runtime.apiUrl, headers: { Authorization: `Bearer ${idToken}` } });
  return { accountId: UserSub, idToken, client };
}
