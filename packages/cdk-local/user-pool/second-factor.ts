import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import type { Clock } from '../time.ts';
import { signedIn } from './signed-in-user.ts';
import { invalidParameter, read, text, UserPoolError } from './user-pool-answer.ts';
import type { UserPoolContext, UserPoolOperation } from './user-pool-context.ts';
import type { UserPool } from './user-pool-properties.ts';
import type { User } from './users.ts';

const factor = 'SOFTWARE_TOKEN_MFA';

/** Whether a sign-in asks the user for a code of an authenticator app. */
export const needsSecondFactor = (pool: UserPool, { UserMFASettingList = [] }: User): boolean =>
  pool.MfaConfiguration !== 'OFF' && UserMFASettingList.includes(factor);

/** Whether an authenticator app shows the code now, or did half a minute ago, or will in half a minute. */
export function isCurrentCode({ SoftwareTokenMfaConfiguration: app }: User, code: string, clock: Clock): boolean {
  if (!app) return false;
  const delta = new TOTP({ secret: Secret.fromBase32(app.Secret) }).validate({
    token: code,
    timestamp: clock(),
    window: 1,
  });
  return delta !== null;
}

const withToken = v.object({ AccessToken: text });

/** AssociateSoftwareToken: a new secret for an authenticator app, which replaces an older one. */
export const associateSoftwareToken: UserPoolOperation = async (input, context) => {
  const { pool, user } = await signedIn(read(withToken, input).AccessToken, context);
  // 160 bits, as RFC 4226 recommends.
  const SecretCode = new Secret({ size: 20 }).base32;
  const SoftwareTokenMfaConfiguration = { Secret: SecretCode, Verified: false };
  await context.users.change(pool, user, { SoftwareTokenMfaConfiguration });
  return { SecretCode };
};

const verification = v.object({ AccessToken: text, UserCode: text, FriendlyDeviceName: v.nullish(v.string()) });

/** VerifySoftwareToken: proves that the app has the secret. Only SetUserMFAPreference turns the factor on. */
export const verifySoftwareToken: UserPoolOperation = async (input, context) => {
  const { AccessToken, UserCode, FriendlyDeviceName } = read(verification, input);
  const { pool, user } = await signedIn(AccessToken, context);
  const { SoftwareTokenMfaConfiguration: app } = user;
  if (!app) throw invalidParameter('User has not associated a software token');
  if (!isCurrentCode(user, UserCode, context.clock)) {
    throw new UserPoolError('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA');
  }
  const named = FriendlyDeviceName ? { FriendlyDeviceName } : {};
  await context.users.change(pool, user, {
    SoftwareTokenMfaConfiguration: { ...app, ...named, Verified: true },
    UserMFASettingList: user.UserMFASettingList ?? [],
  });
  return { Status: 'SUCCESS' };
};

const flag = v.nullish(v.boolean());
export const preferenceInput = v.object({
  SoftwareTokenMfaSettings: v.nullish(v.object({ Enabled: flag, PreferredMfa: flag })),
});

/** SetUserMFAPreference. */
export const setUserMFAPreference: UserPoolOperation = async (input, context) => {
  const { pool, user } = await signedIn(read(withToken, input).AccessToken, context);
  return preferFactor({ pool, user }, read(preferenceInput, input), context);
};

/** Turns the second factor on or off. Its secret is kept. */
export async function preferFactor(
  { pool, user }: { readonly pool: UserPool; readonly user: User },
  { SoftwareTokenMfaSettings: settings }: v.InferOutput<typeof preferenceInput>,
  { users }: UserPoolContext,
): Promise<object> {
  if (settings?.Enabled && !user.SoftwareTokenMfaConfiguration?.Verified) {
    throw invalidParameter('User has not verified software token mfa');
  }
  const others = (user.UserMFASettingList ?? []).filter((name) => name !== factor);
  const UserMFASettingList = settings?.Enabled ? [...others, factor] : others;
  const PreferredMfaSetting = settings?.Enabled && settings.PreferredMfa ? factor : undefined;
  await users.change(pool, user, { UserMFASettingList, PreferredMfaSetting });
  return {};
}
