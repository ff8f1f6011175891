import { type Answer, ownAnswer, unauthorized } from './answers.ts';
import { unconfirmed } from './unconfirmed.ts';

/** Why a JWT authorizer does not let a request pass: the token's fault. */
export type TokenFault = keyof typeof descriptions;

// The first by users' reports of the live service; the audience's by the API Gateway Developer Guide, "Troubleshooting
// issues with HTTP API JWT authorizers".
const descriptions = {
  malformed: 'token contains an invalid number of segments',
  audience: 'the token does not have a valid audience',
  ...unconfirmed.tokenFaults,
} as const;

const withChallenge = (answer: Answer, challenge: string): Answer => ({
  ...answer,
  headers: [...answer.headers, ['www-authenticate', challenge]],
});

/** The answer to a request without a token (users' reports of the live service: the bare word). */
export const missingToken: Answer = withChallenge(unauthorized, 'Bearer');

/** What the gateway says of a token, in the Developer Guide's form: nothing stands between the parts but a blank. */
export const descriptionOf = (fault: TokenFault): string => descriptions[fault];

/** The answer to a token that is not accepted on a route with these scopes. */
export function faultyToken(fault: TokenFault, scopes: readonly string[]): Answer {
  const { answer, error } =
    fault === 'scope'
      ? { answer: ownAnswer(unconfirmed.insufficientScope), error: 'insufficient_scope' }
      : { answer: unauthorized, error: 'invalid_token' };
  const challenge = `Bearer scope="${scopes.join(' ')}" error="${error}" error_description="${descriptionOf(fault)}"`;
  return withChallenge(answer, challenge);
}
