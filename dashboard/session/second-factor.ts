import { fetchMFAPreference, setUpTOTP, updateMFAPreference, verifyTOTPSetup } from '@aws-amplify/auth';
import { throwSessionError } from './session-error.ts';

/** Whether signing in asks for a code of an authenticator app (TOTP, RFC 6238) too. */
export async function hasSecondFactor(): Promise<boolean> {
  const { enabled } = await fetchMFAPreference().catch(throwSessionError);
  return enabled?.includes('TOTP') === true;
}

/** A new secret for an authenticator app, in base 32. It counts for nothing until {@link addSecondFactor}. */
export async function secondFactorSecret(): Promise<string> {
  return (await setUpTOTP().catch(throwSessionError)).sharedSecret;
}

/** From now on signing in asks for a code, once the app has shown by one that it holds the secret. */
export async function addSecondFactor(code: string): Promise<void> {
  await verifyTOTPSetup({ code }).catch(throwSessionError);
  await updateMFAPreference({ totp: 'PREFERRED' }).catch(throwSessionError);
}

/** From now on the password is enough. */
export async function removeSecondFactor(): Promise<void> {
  await updateMFAPreference({ totp: 'DISABLED' }).catch(throwSessionError);
}
