import * as v from 'valibot';
import type { Operation } from './context.ts';
import { read, text } from './input.ts';
import { Refusal } from './refusal.ts';
import { signedIn } from './signed-in-user.ts';

const tokenInput = v.looseObject({ AccessToken: text, UserCode: text });

/**
 * VerifySoftwareToken, by cognito-local, which would also ask for the code from the next sign-in on; that is for
 * SetUserMFAPreference to say.
 */
export const verifySoftwareToken: Operation = async (input, context) => {
  const request = read(tokenInput, input);
  const { pool, user } = await signedIn(request.AccessToken, context);
  const output = await context.cognitoLocal.run('VerifySoftwareToken', request).catch(translate);
  const verified = await context.users.find(pool, user.Username);
  const UserMFASettingList = user.UserMFASettingList ?? [];
  if (verified) await context.users.change(pool, verified, { UserMFASettingList });
  return output;
};

function translate(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'CodeMismatchException') throw error;
  throw new Refusal('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA');
}
