import * as v from 'valibot';
import { publicNumber, responsesTo } from '../../../packages/cdk-local/test/user-pool/srp-client.ts';
import { totp } from '../../../packages/cdk-local/test/user-pool/totp.ts';
import type { Reply, TakeOverWorld } from './take-over-world.ts';

const tokens = v.object({ IdToken: v.string(), AccessToken: v.string(), RefreshToken: v.optional(v.string()) });
const signedIn = v.looseObject({ AuthenticationResult: tokens });
const challenged = v.looseObject({
  ChallengeName: v.string(),
  Session: v.optional(v.string()),
  ChallengeParameters: v.record(v.string(), v.string()),
});

export type Tokens = v.InferOutput<typeof tokens>;

/** The tokens of an answer; undefined without them. */
export const tokensIn = ({ body }: Reply): Tokens | undefined =>
  v.is(signedIn, body) ? v.parse(signedIn, body).AuthenticationResult : undefined;

export const challengeIn = ({ body }: Reply) => (v.is(challenged, body) ? body : undefined);

const withKey = v.looseObject({ key: v.looseObject({ keyId: v.string() }) });

/** The key that an answer creates. */
export const keyIdIn = ({ body }: Reply): string | undefined => (v.is(withKey, body) ? body.key.keyId : undefined);

const withAccountToken = v.looseObject({ token: v.looseObject({ tokenId: v.string() }), secret: v.string() });

/** The account token that an answer creates. */
export const accountTokenIn = ({ body }: Reply): { readonly secret: string; readonly tokenId: string } | undefined =>
  v.is(withAccountToken, body) ? { secret: body.secret, tokenId: body.token.tokenId } : undefined;

/** What an account token is created with. */
export const newAccountToken = { name: 'CI', permissions: ['read', 'keys'], expiresInDays: 1 } as const;

const claims = v.pipe(v.string(), v.parseJson(), v.object({ sub: v.string() }));

/** The user of a token. */
export const userOf = (token: string): string =>
  v.parse(claims, Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;

export type Credentials = { readonly email: string; readonly password: string };
export type SignInFlow = 'USER_PASSWORD_AUTH' | 'USER_SRP_AUTH';

/** Proves a password by one of the client's flows. The answer has tokens, a challenge, or an error. */
export async function provePassword(
  world: TakeOverWorld,
  { email: USERNAME, password }: Credentials,
  AuthFlow: SignInFlow,
): Promise<Reply> {
  if (AuthFlow === 'USER_PASSWORD_AUTH') {
    return world.cognito('InitiateAuth', { AuthFlow, AuthParameters: { USERNAME, PASSWORD: password } });
  }
  const begun = await world.cognito('InitiateAuth', { AuthFlow, AuthParameters: { USERNAME, SRP_A: publicNumber } });
  const challenge = challengeIn(begun)?.ChallengeParameters;
  if (!challenge) return begun;
  const ChallengeResponses = responsesTo({ poolId: world.poolId, password, time: world.now(), challenge });
  return world.cognito('RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses });
}

/** Answers a challenge of a sign-in: a new password, or the code of a second factor. */
export const respond = (
  world: TakeOverWorld,
  { challenge, session, email, answer }: { challenge: string; session: string; email: string; answer: object },
): Promise<Reply> =>
  world.cognito('RespondToAuthChallenge', {
    ChallengeName: challenge,
    Session: session,
    ChallengeResponses: { USERNAME: email, ...answer },
  });

/** Turns a second factor on with nothing but an access token. Returns its secret if every step succeeds. */
export async function enrol(world: TakeOverWorld, AccessToken: string): Promise<string | undefined> {
  const { body } = await world.cognito('AssociateSoftwareToken', { AccessToken });
  const { SecretCode } = body;
  if (typeof SecretCode !== 'string') return undefined;
  await world.cognito('VerifySoftwareToken', { AccessToken, UserCode: totp(SecretCode, world.now()) });
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  const { status } = await world.cognito('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
  return status === 200 ? SecretCode : undefined;
}
