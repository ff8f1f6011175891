import * as v from 'valibot';

/** An answer of the user pool's API: its HTTP status and its JSON. */
export type Answer = { readonly status: number; readonly body: string };

const failure = v.object({ __type: v.string() });
const signedIn = v.looseObject({
  AuthenticationResult: v.looseObject({ AccessToken: v.string() }),
});
const lifetime = v.pipe(v.string(), v.parseJson(), v.object({ iat: v.number(), exp: v.number() }));

const wrongCredentials = JSON.stringify({
  __type: 'NotAuthorizedException',
  message: 'Incorrect username or password.',
});

/**
 * cognito-local's answer to InitiateAuth as Amazon Cognito gives it: a wrong password and an unknown user cannot be told
 * apart, and tokens come with their type and the seconds they live.
 */
export function signInAnswer({ status, body }: Answer): Answer {
  const json: unknown = JSON.parse(body);
  if (v.is(failure, json) && /^(InvalidPassword|NotAuthorized|UserNotFound)Exception$/.test(json.__type)) {
    return { status, body: wrongCredentials };
  }
  if (!v.is(signedIn, json)) return { status, body };
  const { AuthenticationResult: tokens } = json;
  const payload = Buffer.from(tokens.AccessToken.split('.')[1] ?? '', 'base64url').toString();
  const { iat, exp } = v.parse(lifetime, payload);
  const result = { ...tokens, ExpiresIn: exp - iat, TokenType: 'Bearer' };
  return { status, body: JSON.stringify({ ...json, AuthenticationResult: result }) };
}
