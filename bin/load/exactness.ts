import type { AnsweredLimits, LoadedCall } from './load-call.ts';

/** What the answers prove about the limits. Nothing is known of calls of the key that others make. */
export type Exactness = {
  readonly callsPerSecond: number;
  readonly callsPerDay: number;
  /** The most calls that were admitted in one second. */
  readonly mostInOneSecond: number;
  /** Calls that were admitted beyond the limit of a second or of the day. Exact limits: 0. */
  readonly admittedBeyondLimit: number;
  /** Calls that were refused although their second, or the day, had room. Exact limits: 0. */
  readonly refusedNeedlessly: number;
  /** How far the day's remaining calls have fallen; undefined without a successful call, or if midnight UTC was in the run. */
  readonly dayUsed: number | undefined;
  /** Number of answers without RateLimit headers. */
  readonly withoutLimits: number;
};

type KnownCall = LoadedCall & { readonly limits: AnsweredLimits };

/**
 * Checks the answers of a run. Returns undefined if no answer names the limits.
 *
 * Each admission of a second leaves another number of remaining calls, because one counter counts them all. So two
 * successful calls with the same second and the same remaining number prove a call beyond the limit, unless one of them
 * was counted in the next second: a process whose clock is a few milliseconds behind does that (docs/limits.md).
 */
export function checkExactness(calls: readonly LoadedCall[]): Exactness | undefined {
  const known = calls.filter((call): call is KnownCall => call.limits !== undefined);
  const [first] = known;
  if (!first) return undefined;
  const { callsPerSecond, callsPerDay } = first.limits;
  // A failed call may have been counted, and its count returned.
  const failed = calls.filter(({ outcome }) => outcome === 'failed').length;
  const admitted = known.filter(({ outcome }) => outcome === 'ok');
  const seconds = countBySecond(admitted);
  const day = dayOf(known, admitted);
  const hadRoom = ({ reason, limits: { second } }: KnownCall): boolean =>
    reason === 'quota_exceeded'
      ? day !== undefined && day.left > failed
      : !seconds.isFull(second) && seconds.count(second) + failed < callsPerSecond;
  return {
    callsPerSecond,
    callsPerDay,
    mostInOneSecond: seconds.most,
    admittedBeyondLimit: seconds.beyond + (day ? Math.max(0, admitted.length - day.available) : 0),
    refusedNeedlessly: known.filter((call) => call.outcome === 'refused' && hadRoom(call)).length,
    dayUsed: day && day.available - day.left,
    withoutLimits: calls.length - known.length,
  };
}

/** Counts the calls of each second. A call whose number is taken was counted in the next second, or beyond the limit. */
function countBySecond(admitted: readonly KnownCall[]) {
  const counts = new Map<number, number>();
  const taken = new Set<string>();
  const take = (second: number, remaining: number): boolean => {
    const number = `${second} ${remaining}`;
    if (taken.has(number)) return false;
    taken.add(number);
    counts.set(second, (counts.get(second) ?? 0) + 1);
    return true;
  };
  // The latest first, so that a second's own calls take its numbers before the calls of the second before it.
  const latestFirst = admitted.toSorted((one, other) => other.limits.second - one.limits.second);
  const beyond = latestFirst.filter(
    ({ limits: { second, secondRemaining } }) => !take(second, secondRemaining) && !take(second + 1, secondRemaining),
  );
  return {
    beyond: beyond.length,
    most: Math.max(0, ...counts.values()),
    count: (second: number) => counts.get(second) ?? 0,
    isFull: (second: number) => taken.has(`${second} 0`),
  };
}

/** The calls that the day had left before the run and after it. Undefined if the run was on two days, or had no calls. */
function dayOf(known: readonly KnownCall[], admitted: readonly KnownCall[]) {
  const days = new Set(known.map(({ limits }) => Math.floor(limits.second / 86_400)));
  if (days.size !== 1 || admitted.length === 0) return undefined;
  const remaining = admitted.map(({ limits }) => limits.dayRemaining);
  return { available: Math.max(...remaining) + 1, left: Math.min(...remaining) };
}
