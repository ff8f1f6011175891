import * as v from 'valibot';
import { callerOf } from './caller.ts';
import type { Operation } from './context.ts';
import { read, text } from './input.ts';
import { checkPassword } from './password-policy.ts';
import { wrongCredentials } from './refusal.ts';
import { provePassword } from './sign-in.ts';

const responseInput = v.object({
  ClientId: text,
  ChallengeName: text,
  ChallengeResponses: v.objectWithRest({ USERNAME: text, NEW_PASSWORD: v.optional(v.string()) }, v.string()),
  Session: v.optional(text),
});

const signedInOutput = v.object({ AuthenticationResult: v.object({ RefreshToken: v.string() }) });

/** RespondToAuthChallenge: what else a sign-in asks for after the password, by cognito-local, in one session. */
export const respondToAuthChallenge: Operation = async (input, context) => {
  const request = read(responseInput, input);
  if (request.ChallengeName === 'PASSWORD_VERIFIER') return provePassword(input, context);
  const { ClientId, ChallengeName: challenge, ChallengeResponses: responses, Session = '' } = request;
  const { definitions, users, sessions, cognitoLocal } = context;
  const { pool } = callerOf(definitions, ClientId);
  const user = await users.find(pool, responses.USERNAME);
  if (!user) throw wrongCredentials();
  sessions.check(Session, { clientId: ClientId, username: user.Username, challenge });
  if (responses.NEW_PASSWORD !== undefined) checkPassword(responses.NEW_PASSWORD, pool.Policies.PasswordPolicy);
  const ChallengeResponses = { ...responses, USERNAME: user.Username };
  const output = await cognitoLocal.run('RespondToAuthChallenge', { ...request, ChallengeResponses });
  sessions.close(Session);
  sessions.open(output, ClientId, user.Username);
  const changed = await users.find(pool, user.Username);
  // cognito-local keeps refresh tokens of sign-ins without a challenge only.
  if (changed && v.is(signedInOutput, output)) {
    const RefreshTokens = [...changed.RefreshTokens, output.AuthenticationResult.RefreshToken];
    await users.change(pool, changed, { RefreshTokens });
  }
  return output;
};
