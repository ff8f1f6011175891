import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { type Answer, signInAnswer } from './answer.ts';
import type { UserPoolDefinitions } from './properties.ts';
import { refusalOf } from './refusal.ts';

/** Calls an operation of the user pool's JSON API, like `SignUp`. */
export type Call = (operation: string, input: unknown) => Promise<Answer>;

const jsonType = 'application/x-amz-json-1.1';

/** {@link Call} at the address of a cognito-local. */
export const createCall =
  (url: string): Call =>
  async (operation, input) => {
    const headers = { 'content-type': jsonType, 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) });
    return { status: response.status, body: await response.text() };
  };

/**
 * What stands before cognito-local at `url`, so that the pools keep to the template also where cognito-local does not
 * (docs/local-cognito.md).
 */
export function createFront(url: string, definitions: UserPoolDefinitions): RequestListener {
  const call = createCall(url);

  const operate = async (operation: string, input: unknown): Promise<Answer> => {
    const refusal = refusalOf(operation, input, definitions);
    if (refusal) return { status: 400, body: JSON.stringify(refusal) };
    const answer = await call(operation, input);
    if (operation === 'InitiateAuth') return signInAnswer(answer);
    if (operation === 'ConfirmSignUp' && answer.status === 200) await verifyEmail(call, input, definitions);
    return answer;
  };

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const operation = /\.(\w+)$/.exec(String(incoming.headers['x-amz-target'] ?? ''))?.[1];
    const input = parse(await buffer(incoming));
    if (incoming.method === 'OPTIONS') return void outgoing.writeHead(204, corsOf(incoming)).end();
    const { status, body } =
      operation === undefined ? await get(new URL(incoming.url ?? '/', url)) : await operate(operation, input);
    outgoing.writeHead(status, { 'content-type': operation ? jsonType : 'application/json', ...corsOf(incoming) });
    outgoing.end(body);
  };

  return (incoming, outgoing) => {
    serve(incoming, outgoing).catch((error: Error) => {
      // The client has gone away, or cognito-local has.
      if (outgoing.headersSent || outgoing.destroyed) return void outgoing.destroy();
      outgoing.writeHead(500, { 'content-type': jsonType });
      outgoing.end(JSON.stringify({ __type: 'InternalErrorException', message: error.message }));
    });
  };
}

async function get(address: URL): Promise<Answer> {
  const response = await fetch(address);
  return { status: response.status, body: await response.text() };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}

// Browsers call the service itself, from any origin.
const corsOf = ({ headers }: IncomingMessage) => ({
  'access-control-allow-origin': '*',
  'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
});

const confirmation = v.object({ ClientId: v.string(), Username: v.string() });
const attributes = v.array(v.object({ Name: v.string(), Value: v.string() }));
const user = v.pipe(v.string(), v.parseJson(), v.object({ UserAttributes: attributes }));

/** Who gives the code of an e-mail has that address; cognito-local leaves `email_verified` as it was. */
async function verifyEmail(call: Call, input: unknown, { clients }: UserPoolDefinitions): Promise<void> {
  const { ClientId, Username } = v.parse(confirmation, input);
  const UserPoolId = clients.find(({ id }) => id === ClientId)?.UserPoolId;
  const { UserAttributes } = v.parse(user, (await call('AdminGetUser', { UserPoolId, Username })).body);
  const email = UserAttributes.filter(({ Name }) => Name === 'email');
  const verified = [...email, { Name: 'email_verified', Value: 'true' }];
  await call('AdminUpdateUserAttributes', { UserPoolId, Username, UserAttributes: verified });
}
