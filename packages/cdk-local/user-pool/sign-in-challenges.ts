import * as v from 'valibot';
import { checkAttributes, newPasswordParameters } from './new-password.ts';
import { checkPassword } from './passwords.ts';
import { isCurrentCode, needsSecondFactor } from './second-factor.ts';
import {
  invalidParameter,
  read,
  text,
  UnsupportedOperationError,
  UserPoolError,
  wrongCredentials,
} from './user-pool-answer.ts';
import type { UserPoolContext, UserPoolOperation } from './user-pool-context.ts';
import { type ClientAndPool, clientAndPoolOf } from './user-pool-properties.ts';
import type { User } from './users.ts';

/** What comes after the password: a challenge in a session, or the tokens of a new sign-in. */
export async function nextStep(caller: ClientAndPool, user: User, context: UserPoolContext): Promise<object> {
  const challenge = challengeOf(caller, user);
  if (challenge) {
    const { ChallengeName } = challenge;
    const opened = { clientId: caller.client.id, username: user.Username, challenge: ChallengeName };
    return { ...challenge, Session: context.sessions.open(opened) };
  }
  return signIn(caller, user, context);
}

async function signIn({ client, pool }: ClientAndPool, user: User, { tokens, users }: UserPoolContext) {
  const AuthenticationResult = await tokens.start(user, client.id);
  const RefreshTokens = [...user.RefreshTokens, AuthenticationResult.RefreshToken];
  await users.change(pool, user, { RefreshTokens });
  return { ChallengeParameters: {}, AuthenticationResult };
}

function challengeOf({ pool }: ClientAndPool, user: User) {
  const USER_ID_FOR_SRP = user.Username;
  if (user.UserStatus === 'FORCE_CHANGE_PASSWORD') {
    const ChallengeParameters = { USER_ID_FOR_SRP, ...newPasswordParameters(user) };
    return { ChallengeName: 'NEW_PASSWORD_REQUIRED', ChallengeParameters };
  }
  if (!needsSecondFactor(pool, user)) return undefined;
  const { FriendlyDeviceName } = user.SoftwareTokenMfaConfiguration ?? {};
  const device = FriendlyDeviceName === undefined ? {} : { FRIENDLY_DEVICE_NAME: FriendlyDeviceName };
  return { ChallengeName: 'SOFTWARE_TOKEN_MFA', ChallengeParameters: { USER_ID_FOR_SRP, ...device } };
}

const responseInput = v.object({
  ClientId: text,
  ChallengeName: text,
  ChallengeResponses: v.objectWithRest({ USERNAME: text }, v.string()),
  Session: v.optional(text),
});

type Responses = v.InferOutput<typeof responseInput>['ChallengeResponses'];

/** RespondToAuthChallenge to a challenge after the password, in its session. */
export const respondInSession: UserPoolOperation = async (input, context) => {
  const { ClientId, ChallengeName, ChallengeResponses: responses, Session = '' } = read(responseInput, input);
  const caller = clientAndPoolOf(context.definitions, ClientId);
  const user = await context.users.find(caller.pool, responses.USERNAME);
  if (!user) throw wrongCredentials();
  const { sessions } = context;
  sessions.check(Session, { clientId: ClientId, username: user.Username, challenge: ChallengeName });
  const output = await (answers[ChallengeName] ?? unsupported)(caller, user, responses, context);
  sessions.close(Session);
  return output;
};

/** Accepts the answer to a challenge, and takes the next step. */
type Answer = (caller: ClientAndPool, user: User, responses: Responses, context: UserPoolContext) => Promise<object>;

const newPassword: Answer = async (caller, user, responses, context) => {
  checkAttributes(responses, user);
  const { NEW_PASSWORD: Password } = responses;
  if (!Password) throw invalidParameter('Missing required parameter NEW_PASSWORD');
  checkPassword(Password, caller.pool.Policies.PasswordPolicy);
  const changed = await context.users.change(caller.pool, user, { Password, UserStatus: 'CONFIRMED' });
  return nextStep(caller, changed, context);
};

const secondFactor: Answer = async (caller, user, { SOFTWARE_TOKEN_MFA_CODE: code = '' }, context) => {
  const isVerified = user.SoftwareTokenMfaConfiguration?.Verified === true;
  if (isVerified && isCurrentCode(user, code, context.clock)) return signIn(caller, user, context);
  throw new UserPoolError('CodeMismatchException', 'Invalid code received for user');
};

const answers: Readonly<Record<string, Answer>> = {
  NEW_PASSWORD_REQUIRED: newPassword,
  SOFTWARE_TOKEN_MFA: secondFactor,
};

const unsupported: Answer = () =>
  Promise.reject(new UnsupportedOperationError('RespondToAuthChallenge to this challenge'));
