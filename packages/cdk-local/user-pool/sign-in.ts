import * as v from 'valibot';
import { checkTemporaryPassword } from './new-password.ts';
import { renewTokens } from './refresh-tokens.ts';
import { nextStep, respondInSession } from './sign-in-challenges.ts';
import {
  invalidParameter,
  read,
  text,
  UnsupportedOperationError,
  UserPoolError,
  wrongCredentials,
} from './user-pool-answer.ts';
import type { UserPoolContext, UserPoolOperation } from './user-pool-context.ts';
import { type ClientAndPool, clientAndPoolOf, poolOf, type UserPoolClient } from './user-pool-properties.ts';
import type { User } from './users.ts';

const flowInput = v.object({ ClientId: text, AuthFlow: text, AuthParameters: v.record(v.string(), v.string()) });
const passwordParameters = v.object({ USERNAME: text, PASSWORD: text });
const srpParameters = v.object({ USERNAME: text, SRP_A: text });
const refreshParameters = v.object({ REFRESH_TOKEN: text });

/** InitiateAuth with the flows that the client allows. */
export const initiateAuth: UserPoolOperation = async (input, context) => {
  const { ClientId, AuthFlow, AuthParameters } = read(flowInput, input);
  const caller = clientAndPoolOf(context.definitions, ClientId);
  switch (allowedFlow(AuthFlow, caller.client)) {
    case 'USER_PASSWORD_AUTH':
      return byPassword(caller, read(passwordParameters, AuthParameters), context);
    case 'USER_SRP_AUTH':
      return bySrp(caller, read(srpParameters, AuthParameters), context);
    case 'REFRESH_TOKEN_AUTH':
      return byRefreshToken(ClientId, read(refreshParameters, AuthParameters), context);
    case 'ADMIN_USER_PASSWORD_AUTH':
      throw otherMethod();
    default:
      throw new UnsupportedOperationError(`InitiateAuth with ${AuthFlow}`);
  }
};

const adminFlowInput = v.object({ ...flowInput.entries, UserPoolId: text });

/**
 * AdminInitiateAuth with a password (ADMIN_USER_PASSWORD_AUTH). The answers are those of InitiateAuth.
 */
export const adminInitiateAuth: UserPoolOperation = async (input, context) => {
  const { UserPoolId, ClientId, AuthFlow, AuthParameters } = read(adminFlowInput, input);
  const caller = clientAndPoolOf(context.definitions, ClientId);
  if (caller.pool.id !== poolOf(context.definitions, UserPoolId).id) {
    throw new UserPoolError('ResourceNotFoundException', `User pool client ${ClientId} does not exist.`);
  }
  if (allowedFlow(AuthFlow, caller.client) !== 'ADMIN_USER_PASSWORD_AUTH') throw otherMethod();
  return byPassword(caller, read(passwordParameters, AuthParameters), context);
};

// users' reports (awsdocs/aws-doc-sdk-examples, issue 5289)
const otherMethod = (): UserPoolError => invalidParameter('Initiate Auth method not supported.');

const byRefreshToken = async (
  clientId: string,
  { REFRESH_TOKEN }: v.InferOutput<typeof refreshParameters>,
  context: UserPoolContext,
): Promise<object> => ({
  ChallengeParameters: {},
  AuthenticationResult: await renewTokens(clientId, REFRESH_TOKEN, context),
});

function allowedFlow(flow: string, { ExplicitAuthFlows }: UserPoolClient): string {
  if (ExplicitAuthFlows.includes(`ALLOW_${flow}`)) return flow;
  throw invalidParameter(`${flow} flow not enabled for this client`);
}

type Password = v.InferOutput<typeof passwordParameters>;

async function byPassword(
  caller: ClientAndPool,
  { USERNAME, PASSWORD }: Password,
  context: UserPoolContext,
): Promise<object> {
  const user = await context.users.find(caller.pool, USERNAME);
  checkConfirmed(user);
  if (!user || user.Password !== PASSWORD) throw wrongCredentials();
  return enter(caller, user, context);
}

type Srp = v.InferOutput<typeof srpParameters>;

async function bySrp(
  caller: ClientAndPool,
  { USERNAME, SRP_A }: Srp,
  { users, exchanges }: UserPoolContext,
): Promise<object> {
  const user = await users.find(caller.pool, USERNAME);
  checkConfirmed(user);
  const ChallengeParameters = exchanges.begin(caller, USERNAME, user, SRP_A);
  return { ChallengeName: 'PASSWORD_VERIFIER', ChallengeParameters };
}

// Before the password is checked, as AWS intends (amazon-cognito-identity-js, issue 288).
function checkConfirmed(user: User | undefined): void {
  if (user?.UserStatus === 'UNCONFIRMED')
    throw new UserPoolError('UserNotConfirmedException', 'User is not confirmed.');
}

const passwordProofInput = v.object({
  ClientId: text,
  ChallengeResponses: v.object({
    USERNAME: text,
    PASSWORD_CLAIM_SECRET_BLOCK: text,
    PASSWORD_CLAIM_SIGNATURE: text,
    TIMESTAMP: text,
  }),
});

/** RespondToAuthChallenge to PASSWORD_VERIFIER. */
const provePassword: UserPoolOperation = async (input, context) => {
  const { ClientId, ChallengeResponses: response } = read(passwordProofInput, input);
  const caller = clientAndPoolOf(context.definitions, ClientId);
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

/** Signs in a user with a proven password: returns tokens or the next challenge. */
async function enter(caller: ClientAndPool, user: User, context: UserPoolContext): Promise<object> {
  checkTemporaryPassword(user, caller.pool, context.clock());
  return nextStep(caller, user, context);
}

const challengeInput = v.object({ ChallengeName: text });

/** RespondToAuthChallenge: the proof of the password, or a step after it. */
export const respondToAuthChallenge: UserPoolOperation = (input, context) => {
  const { ChallengeName } = read(challengeInput, input);
  return ChallengeName === 'PASSWORD_VERIFIER' ? provePassword(input, context) : respondInSession(input, context);
};
