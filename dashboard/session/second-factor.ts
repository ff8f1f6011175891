import { loadSignIn } from './load-amplify.ts';
import { throwSessionError, throwWrongAppCode } from './session-error.ts';

/** Whether signing in also requires a code from an authenticator app (TOTP, RFC 6238). */
export async function hasSecondFactor(): Promise<boolean> {
  const { fetchMFAPreference } = await loadSignIn();
  const { enabled } = await fetchMFAPreference().catch(throwSessionError);
  return enabled?.includes('TOTP') === true;
}

/** A new secret for an authenticator app, in base 32. It has no effect before {@link proveSecondFactor}. */
export async function secondFactorSecret(): Promise<string> {
  const { setUpTOTP } = await loadSignIn();
  return (await setUpTOTP().catch(throwSessionError)).sharedSecret;
}

/** The address that an authenticator app reads from a QR code ("Key Uri Format" of Google Authenticator). */
export function setUpAddress(secret: string, service: string, email: string): string {
  const issuer = encodeURIComponent(service);
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`;
}

/** Proves with a code that the app has the secret. The API then turns the second factor on. */
export async function proveSecondFactor(code: string): Promise<void> {
  const { verifyTOTPSetup } = await loadSignIn();
  await verifyTOTPSetup({ code }).catch(throwSessionError).catch(throwWrongAppCode);
}
