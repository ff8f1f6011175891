import * as v from 'valibot';
import { type Caller, callerOf } from './caller.ts';
import type { Context, Operation } from './context.ts';
import { read, text } from './input.ts';
import type { UserPoolClient } from './properties.ts';
import { renewed } from './refresh-tokens.ts';
import { invalidParameter, notAuthorized, Refusal, wrongCredentials } from './refusal.ts';
import type { User } from './users.ts';

const flowInput = v.object({ ClientId: text, AuthFlow: text, AuthParameters: v.record(v.string(), v.string()) });
const passwordParameters = v.object({ USERNAME: text, PASSWORD: text });
const srpParameters = v.object({ USERNAME: text, SRP_A: text });
const refreshParameters = v.object({ REFRESH_TOKEN: text });

/** InitiateAuth, by the flows that the client allows. */
export const initiateAuth: Operation = async (input, context) => {
  const { ClientId, AuthFlow, AuthParameters } = read(flowInput, input);
  const caller = callerOf(context.definitions, ClientId);
  switch (allowedFlow(AuthFlow, caller.client)) {
    case 'USER_PASSWORD_AUTH':
      return byPassword(caller, read(passwordParameters, AuthParameters), context);
    case 'USER_SRP_AUTH':
      return bySrp(caller, read(srpParameters, AuthParameters), context);
    case 'REFRESH_TOKEN_AUTH': {
      const { REFRESH_TOKEN } = read(refreshParameters, AuthParameters);
      return { ChallengeParameters: {}, AuthenticationResult: await renewed(ClientId, REFRESH_TOKEN, context) };
    }
    default:
      return context.cognitoLocal.run('InitiateAuth', { ClientId, AuthFlow, AuthParameters });
  }
};

function allowedFlow(named: string, { ExplicitAuthFlows }: UserPoolClient): string {
  // REFRESH_TOKEN is another name of the same flow (InitiateAuth, "AuthFlow").
  const flow = named === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : named;
  if (ExplicitAuthFlows.includes(`ALLOW_${flow}`)) return flow;
  throw invalidParameter(`${flow} flow not enabled for this client`);
}

type Password = v.InferOutput<typeof passwordParameters>;

async function byPassword(caller: Caller, { USERNAME, PASSWORD }: Password, context: Context): Promise<object> {
  const user = await context.users.find(caller.pool, USERNAME);
  checkConfirmed(user);
  if (!user || user.Password !== PASSWORD) throw wrongCredentials();
  return enter(caller, user, context);
}

type Srp = v.InferOutput<typeof srpParameters>;

async function bySrp(caller: Caller, { USERNAME, SRP_A }: Srp, { users, exchanges }: Context): Promise<object> {
  const user = await users.find(caller.pool, USERNAME);
  checkConfirmed(user);
  const ChallengeParameters = exchanges.begin(caller, USERNAME, user, SRP_A);
  return { ChallengeName: 'PASSWORD_VERIFIER', ChallengeParameters };
}

// Before the password is looked at, as AWS means it to be (amazon-cognito-identity-js, issue 288).
function checkConfirmed(user: User | undefined): void {
  if (user?.UserStatus === 'UNCONFIRMED') throw new Refusal('UserNotConfirmedException', 'User is not confirmed.');
}

const proofInput = v.object({
  ClientId: text,
  ChallengeResponses: v.object({
    USERNAME: text,
    PASSWORD_CLAIM_SECRET_BLOCK: text,
    PASSWORD_CLAIM_SIGNATURE: text,
    TIMESTAMP: text,
  }),
});

/** RespondToAuthChallenge to PASSWORD_VERIFIER. */
export const provePassword: Operation = async (input, context) => {
  const { ClientId, ChallengeResponses: response } = read(proofInput, input);
  const caller = callerOf(context.definitions, ClientId);
  const user = await context.users.find(caller.pool, response.USERNAME);
  const proven = context.exchanges.prove(caller, user, {
    secretBlock: response.PASSWORD_CLAIM_SECRET_BLOCK,
    timestamp: response.TIMESTAMP,
    proof: response.PASSWORD_CLAIM_SIGNATURE,
  });
  if (!user || !proven) throw wrongCredentials();
  checkConfirmed(user);
  return enter(caller, user, context);
};

/** Signs in who has shown the password: tokens, or the challenge that is next. */
async function enter({ client }: Caller, user: User, { cognitoLocal, sessions }: Context): Promise<object> {
  if (!user.Enabled) throw notAuthorized('User is disabled.');
  const output = await cognitoLocal.run('InitiateAuth', {
    ClientId: client.id,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: user.Username, PASSWORD: user.Password },
  });
  sessions.open(output, client.id, user.Username);
  return output;
}
