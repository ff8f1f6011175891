import { createHash } from 'node:crypto';
import { ConditionFailedError, type ItemTable } from '../table/item-table.ts';
import { type Clock, dayMs, hourMs } from '../time.ts';
import { TooManyRequestsError } from './account-request-limit.ts';

/** The most attempts of one subject in a window. Windows are aligned: hours and days of UTC. */
export type AttemptLimit = {
  readonly name: string;
  readonly attempts: number;
  readonly windowMs: number;
  /** Default: `Too many attempts.` */
  readonly refusal?: string;
};

/** The limits of operations that send a mail, or that are open to everybody. */
export const attemptLimits = {
  signUpsOfSource: { name: 'SIGN_UP_SOURCE', attempts: 20, windowMs: hourMs },
  signUpsOfAddress: { name: 'SIGN_UP_ADDRESS', attempts: 5, windowMs: hourMs },
  recoveriesOfSource: { name: 'RECOVERY_SOURCE', attempts: 20, windowMs: hourMs },
  // From one network: otherwise ten requests of anybody would keep the owner out.
  recoveriesOfAddressAndSource: { name: 'RECOVERY_ADDRESS', attempts: 10, windowMs: hourMs },
  /** A scanner reports many secrets. Those with a wrong checksum do not count. */
  leaksOfSource: { name: 'LEAK_SOURCE', attempts: 100, windowMs: hourMs },
  passwordsOfAccount: { name: 'PASSWORD', attempts: 20, windowMs: hourMs },
  emailsOfAccount: { name: 'EMAIL', attempts: 5, windowMs: dayMs },
  emailsToAddress: { name: 'EMAIL_TO', attempts: 5, windowMs: dayMs },
} as const satisfies Record<string, AttemptLimit>;

/** A network may use up a twentieth of the day's mails, and at least those of an hour: an office is one network. */
export const signUpsOfSourceAndDay = (mailsPerDay: number): AttemptLimit => ({
  name: 'SIGN_UP_SOURCE_DAY',
  attempts: Math.max(attemptLimits.signUpsOfSource.attempts, Math.floor(mailsPerDay / 20)),
  windowMs: dayMs,
});

/** All sign-ups together. @param attempts the setting `signUpMailsPerDay` */
export const signUpsOfDay = (attempts: number): AttemptLimit => ({ name: 'SIGN_UPS', attempts, windowMs: dayMs });

/**
 * Counts an attempt in an item whose key has a hash of the subject, and which the table's TTL deletes after the window.
 * @param subject an email address in lower case, a network address (see {@link networkOf}) or an account's id
 * @returns gives the attempt back, if it turns out not to be one. Never rejects: what is not given back counts
 * @throws {TooManyRequestsError} if the subject has none left @throws every error of the table: then it must not pass
 */
export async function takeAttempt(
  { directory, clock }: { readonly directory: ItemTable; readonly clock: Clock },
  { name, attempts, windowMs, refusal = 'Too many attempts.' }: AttemptLimit,
  subject: string,
): Promise<() => Promise<void>> {
  const now = clock();
  const window = Math.floor(now / windowMs);
  const end = (window + 1) * windowMs;
  const hash = createHash('sha256').update(subject).digest('base64url');
  const key = { pk: `ATTEMPTS#${name}#${hash}`, sk: String(window) };
  try {
    await directory.update({
      key,
      update: 'ADD attempts :one SET expiresAt = :expiresAt',
      condition: 'attribute_not_exists(attempts) OR attempts < :most',
      values: { ':one': 1, ':most': attempts, ':expiresAt': Math.ceil(end / 1_000) },
    });
  } catch (error) {
    if (error instanceof ConditionFailedError) throw new TooManyRequestsError(end - now, refusal);
    throw error;
  }
  return async () => {
    await directory.update({ key, update: 'ADD attempts :back', values: { ':back': -1 } }).catch(() => undefined);
  };
}

/** The network of a client: its IPv4 address, or the /64 prefix of its IPv6 address, all of which one client can use. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = tail === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0);
  const groups = [...(first ?? []), ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...(last ?? [])];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
