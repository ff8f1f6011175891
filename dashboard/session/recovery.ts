import { type Api, readBody } from '../api/api.ts';
import { isApiError } from '../api/api-errors.ts';
import { type Credentials, signIn } from './sign-in.ts';

/**
 * Turns the second factor off with one of the account's recovery codes, which is then used up. Succeeds if an earlier try
 * did so, and its answer was lost. Signing in then needs the password only.
 * @throws {ApiError} `recovery_refused` if the code or the password is wrong, or `too_many_requests`
 */
export async function recover(api: Api, { email, password }: Credentials, code: string): Promise<void> {
  try {
    await readBody(api.POST('/v1/recover', { body: { email, password, code } }));
  } catch (error) {
    const isOff = isApiError(error, 'recovery_refused') && (await signIn({ email, password })) !== 'second-factor';
    if (!isOff) throw error;
  }
}
