import type { Key, Usage } from '../../api/api.ts';
import { dayMs, minuteMs } from '../../format/durations.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatRelative } from '../../format/times.ts';

type UsedKey = Pick<Key, 'lastUsedAt' | 'calls' | 'startedWith'>;

const recentMs = 15 * minuteMs;

/** Whether a service probably uses the key now. */
export const isInUse = ({ lastUsedAt }: Pick<Key, 'lastUsedAt'>, now: number): boolean =>
  lastUsedAt !== null && now - Date.parse(lastUsedAt) < recentMs;

/**
 * How much a key is used, and where: `Last used 4 minutes ago. 1,204 calls in the last 24 hours: 1,100 on mainnet, 104 on
 * devnet.`
 * @param lastDay its usage of the last 24 hours; undefined while it is not known
 */
export function keyUseText(key: UsedKey, lastDay: Pick<Usage, 'total' | 'byNetwork'> | undefined, now: number): string {
  if (key.lastUsedAt === null) return key.calls?.today === 0 ? 'It was never used.' : 'Its use is not known now.';
  const last = `Last used ${formatRelative(Date.parse(key.lastUsedAt), now)}.`;
  if (!lastDay) return last;
  if (lastDay.total.calls > 0 || now - Date.parse(key.lastUsedAt) >= dayMs) return `${last} ${callsText(lastDay)}`;
  // Figures are half a minute behind the time of the last call.
  return `${last} ${isInUse(key, now) ? 'Its calls are being counted.' : 'Its calls were not counted.'}`;
}

function callsText({ total, byNetwork }: Pick<Usage, 'total' | 'byNetwork'>): string {
  if (total.calls === 0) return 'No calls in the last 24 hours.';
  const parts = Object.entries(byNetwork)
    .toSorted(([, one], [, other]) => other.calls - one.calls)
    .map(([network, { calls }]) => `${formatCount(calls)} on ${network}`);
  const [first = '', ...others] = parts;
  const calls = total.calls === 1 ? '1 call' : `${formatCount(total.calls)} calls`;
  if (others.length === 0) return `${calls} in the last 24 hours, ${first.replace(/^\S+ /, '')}.`;
  return `${calls} in the last 24 hours: ${parts.join(', ')}.`;
}

/** What becomes of the slot of a revoked key: a key that takes it over today starts with its calls. */
export function slotText({ calls, startedWith }: UsedKey): string {
  const made = (calls?.today ?? 0) + (startedWith?.calls ?? 0);
  const free = 'You can create another key in its place.';
  if (calls === null) return free;
  if (made === 0) return `${free} It starts with its full quota.`;
  const counted = made === 1 ? 'the call that counts' : `the ${formatCount(made)} calls that count`;
  return `${free} If you do so today, it may start with ${counted} against the quota of this key today.`;
}
