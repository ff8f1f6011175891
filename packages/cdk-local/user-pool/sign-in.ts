import * as v from 'valibot';
import { asNewPasswordChallenge, checkAttributes, checkTemporaryPassword } from './new-password.ts';
import { checkPassword } from './passwords.ts';
import { renewTokens } from './refresh-tokens.ts';
import { invalidParameter, notAuthorized, read, text, UserPoolError, wrongCredentials } from './user-pool-answer.ts';
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
      return context.cognitoLocal.run('InitiateAuth', { ClientId, AuthFlow, AuthParameters });
  }
};

const adminFlowInput = v.object({ ...flowInput.entries, UserPoolId: text });

/**
 * AdminInitiateAuth with a password (ADMIN_USER_PASSWORD_AUTH) or a refresh token. The answers are those of
 * InitiateAuth.
 */
export const adminInitiateAuth: UserPoolOperation = async (input, context) => {
  const { UserPoolId, ClientId, AuthFlow, AuthParameters } = read(adminFlowInput, input);
  const caller = clientAndPoolOf(context.definitions, ClientId);
  if (caller.pool.id !== poolOf(context.definitions, UserPoolId).id) {
    throw new UserPoolError('ResourceNotFoundException', `User pool client ${ClientId} does not exist.`);
  }
  switch (allowedFlow(AuthFlow, caller.client)) {
    case 'ADMIN_USER_PASSWORD_AUTH':
      return byPassword(caller, read(passwordParameters, AuthParameters), context);
    case 'REFRESH_TOKEN_AUTH':
      return byRefreshToken(ClientId, read(refreshParameters, AuthParameters), context);
    default:
      throw otherMethod();
  }
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

// Other names of the same flows (InitiateAuth and AdminInitiateAuth, "AuthFlow").
const otherNames = new Map([
  ['REFRESH_TOKEN', 'REFRESH_TOKEN_AUTH'],
  ['ADMIN_NO_SRP_AUTH', 'ADMIN_USER_PASSWORD_AUTH'],
]);

function allowedFlow(named: string, { ExplicitAuthFlows }: UserPoolClient): string {
  const flow = otherNames.get(named) ?? named;
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
async function enter(
  { client, pool }: ClientAndPool,
  user: User,
  { cognitoLocal, sessions, clock }: UserPoolContext,
): Promise<object> {
  if (!user.Enabled) throw notAuthorized('User is disabled.');
  checkTemporaryPassword(user, pool, clock());
  const output = await cognitoLocal.run('InitiateAuth', {
    ClientId: client.id,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: user.Username, PASSWORD: user.Password },
  });
  sessions.open(output, client.id, user.Username);
  return asNewPasswordChallenge(output, user);
}

const responseInput = v.object({
  ClientId: text,
  ChallengeName: text,
  ChallengeResponses: v.objectWithRest({ USERNAME: text, NEW_PASSWORD: v.optional(v.string()) }, v.string()),
  Session: v.optional(text),
});

const signedInOutput = v.object({ AuthenticationResult: v.object({ RefreshToken: v.string() }) });

/**
 * RespondToAuthChallenge: the steps of a sign-in after the password, which cognito-local carries out in one session.
 */
export const respondToAuthChallenge: UserPoolOperation = async (input, context) => {
  const request = read(responseInput, input);
  if (request.ChallengeName === 'PASSWORD_VERIFIER') return provePassword(input, context);
  const { ClientId, ChallengeName: challenge, ChallengeResponses: responses, Session = '' } = request;
  const { definitions, users, sessions, cognitoLocal } = context;
  const { pool } = clientAndPoolOf(definitions, ClientId);
  const user = await users.find(pool, responses.USERNAME);
  if (!user) throw wrongCredentials();
  sessions.check(Session, { clientId: ClientId, username: user.Username, challenge });
  checkAttributes(responses, user);
  if (responses.NEW_PASSWORD !== undefined) checkPassword(responses.NEW_PASSWORD, pool.Policies.PasswordPolicy);
  const ChallengeResponses = { ...responses, USERNAME: user.Username };
  const output = await cognitoLocal.run('RespondToAuthChallenge', { ...request, ChallengeResponses });
  sessions.close(Session);
  sessions.open(output, ClientId, user.Username);
  const changed = await users.find(pool, user.Username);
  // cognito-local only keeps the refresh tokens of sign-ins without a challenge.
  if (changed && v.is(signedInOutput, output)) {
    const RefreshTokens = [...changed.RefreshTokens, output.AuthenticationResult.RefreshToken];
    await users.change(pool, changed, { RefreshTokens });
  }
  return output;
};
