import { type AttemptLimit, takeAttempt } from '../accounts/attempt-limits.ts';
import { isCarriedOut } from '../directory/change-account.ts';
import type { KeyWithSecret } from '../directory/directory-items.ts';
import type { Plan } from '../plans.ts';
import { dayMs } from '../time.ts';
import type { ChangeContext } from './operation.ts';

export const keysOfDayFactor = 10;

const limitOf = ({ keys }: Plan): AttemptLimit => ({
  name: 'KEYS',
  attempts: keysOfDayFactor * keys,
  windowMs: dayMs,
  refusal: `Your account has created ${keysOfDayFactor * keys} keys today (UTC), the most that your plan allows. Rotate a key instead.`,
});

/**
 * Bounds the keys that an account creates in a UTC day. Revoked keys stay in its usage and its history for 400 days, and a
 * report asks for the hours of each.
 * @throws {TooManyRequestsError} but not for a repetition of a request that was carried out
 */
export async function withinKeysOfDay(
  { account, plan, deps, change }: ChangeContext,
  create: () => Promise<KeyWithSecret>,
): Promise<KeyWithSecret> {
  // Without an active plan, the creation is refused.
  if (!plan || (await isCarriedOut(deps, change))) return create();
  const giveBack = await takeAttempt(deps, limitOf(plan), account.accountId);
  try {
    return await create();
  } catch (error) {
    await giveBack();
    throw error;
  }
}
