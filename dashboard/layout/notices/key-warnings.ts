import type { Key } from '../../api/api.ts';
import { hourMs } from '../../format/durations.ts';
import { formatCount, formatShare, nearlyFull } from '../../format/numbers.ts';
import { formatClock, formatDuration } from '../../format/times.ts';

/** What a customer should know of keys before, or while, their requests are refused. It ends by itself. */
export type KeyWarning = {
  readonly id: 'leaked' | 'refused' | 'nearly-refused' | 'secret-ends';
  readonly title: string;
  readonly text: string;
  /** The key that it is about; undefined for several. */
  readonly keyId: string | undefined;
};

type WarnedKey = Pick<Key, 'keyId' | 'name' | 'calls' | 'limits' | 'secrets'>;
type Quota = Pick<Key, 'keyId' | 'name'> & { readonly used: number; readonly limit: number; readonly resetsAt: number };

/** Long enough to give the new secret to a service, and short enough not to be overlooked for days. */
const secretWarningMs = 12 * hourMs;

/** @param now the service's time in epoch milliseconds */
export function keyWarnings(keys: readonly WarnedKey[], now: number): readonly KeyWarning[] {
  const quotas = keys.flatMap(quotaOf).filter(({ resetsAt }) => resetsAt > now);
  const refused = quotas.filter(({ used, limit }) => used >= limit);
  const near = quotas.filter(({ used, limit }) => used < limit && used >= limit * nearlyFull);
  return [
    ...keys.flatMap((key) => leakedSecrets(key, now)),
    ...(refused.length > 0 ? [refusal(refused, now)] : []),
    ...(near.length > 0 ? [nearRefusal(near, now)] : []),
    ...keys.flatMap((key) => secretEnd(key, now)),
  ];
}

const quotaOf = ({ keyId, name, calls, limits }: WarnedKey): Quota[] =>
  calls && limits
    ? [{ keyId, name, used: calls.today, limit: limits.callsPerDay, resetsAt: Date.parse(calls.resetsAt) }]
    : [];

const keyIdOf = (quotas: readonly Quota[]): string | undefined => (quotas.length === 1 ? quotas[0]?.keyId : undefined);

/** `00:00 UTC, in 1 h 25 min`: quotas of all keys reset together. */
const resetText = ([quota]: readonly Quota[], now: number): string =>
  quota === undefined ? '' : `${formatClock(quota.resetsAt)}, in ${timeUntil(quota.resetsAt, now)}`;

const timeUntil = (at: number, now: number): string => formatDuration(Math.ceil((at - now) / 1_000));

function refusal(quotas: readonly Quota[], now: number): KeyWarning {
  const [first] = quotas;
  const isOne = quotas.length === 1;
  return {
    id: 'refused',
    title: `${isOne ? `“${first?.name}” is` : `${quotas.length} keys are`} refused until ${resetText(quotas, now)}`,
    text: isOne
      ? `${usedUp(first?.limit ?? 0)} A larger plan raises the quota at once.`
      : `${namesOf(quotas)} have used all of their calls of today. A larger plan raises the quotas at once.`,
    keyId: keyIdOf(quotas),
  };
}

/** A quota of 0 is that of a key in the place of a revoked one. */
const usedUp = (limit: number): string =>
  limit === 0
    ? 'The calls of a key that was revoked today count against it, and none are left.'
    : `It has used all of its ${formatCount(limit)} calls of today.`;

function nearRefusal(quotas: readonly Quota[], now: number): KeyWarning {
  const [first] = quotas;
  const isOne = quotas.length === 1;
  const reset = resetText(quotas, now);
  return {
    id: 'nearly-refused',
    title:
      isOne && first
        ? `“${first.name}” has used ${formatShare(Math.floor((first.used / first.limit) * 100) / 100)} of today’s calls`
        : `${quotas.length} keys have used most of today’s calls`,
    text:
      isOne && first
        ? `${formatCount(first.used)} of ${formatCount(first.limit)}. At the limit, its requests are refused until ${reset}.`
        : `${namesOf(quotas)}. At the limit, their requests are refused until ${reset}.`,
    keyId: keyIdOf(quotas),
  };
}

const mostNamed = 3;

function namesOf(quotas: readonly Quota[]): string {
  const named = quotas.slice(0, mostNamed).map(({ name }) => `“${name}”`);
  const rest = quotas.length - named.length;
  const last = rest > 0 ? `${rest} more` : (named.pop() ?? '');
  return `${named.join(', ')} and ${last}`;
}

/** Until the secret ends: everybody who has it can use it. */
function leakedSecrets({ keyId, name, secrets }: WarnedKey, now: number): KeyWarning[] {
  const leaked = secrets.filter(({ leakedAt, expiresAt }) => leakedAt && (!expiresAt || Date.parse(expiresAt) > now));
  return leaked.map(({ firstCharacters }) => ({
    id: 'leaked',
    title: `A secret of “${name}” is reported as leaked`,
    text:
      `Others may know ${firstCharacters}… and can use up your quota. Rotate the key, give your services the new secret, ` +
      'and end the old one.',
    keyId,
  }));
}

function secretEnd({ keyId, name, secrets }: WarnedKey, now: number): KeyWarning[] {
  return secrets.flatMap(({ firstCharacters, expiresAt }) => {
    const endsAt = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
    if (endsAt <= now || endsAt - now > secretWarningMs) return [];
    return {
      id: 'secret-ends',
      title: `The old secret of “${name}” stops working in ${timeUntil(endsAt, now)}`,
      text: `Services that still send ${firstCharacters}… fail then. Give them the new secret.`,
      keyId,
    };
  });
}
