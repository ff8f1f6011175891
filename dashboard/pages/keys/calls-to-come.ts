import { useState } from 'react';
import type { Key, UsageByKey, UsageFigures } from '../../api/api.ts';
import { serverNow } from '../../api/server-clock.ts';
import { minuteMs } from '../../format/durations.ts';
import { formatCount } from '../../format/numbers.ts';

type Figures = Pick<UsageFigures, 'calls' | 'outcomes'>;

/** Outcomes of calls that are refused before they are counted against a quota. */
const refusals = ['rate_limited', 'quota_exceeded', 'key_revoked', 'key_expired', 'plan_inactive'];

/**
 * How many calls of today the figures do not have yet. Counters of keys are at once, figures half a minute behind; they
 * also have the refused calls, which no counter has.
 * @param figures of the keys today; undefined while they are not known
 */
export function callsToCome(figures: Figures | undefined, keys: readonly Pick<Key, 'calls'>[]): number {
  const counted = keys.reduce((sum, { calls }) => sum + (calls?.today ?? 0), 0);
  const { calls, outcomes } = figures ?? { calls: 0, outcomes: {} };
  const refused = refusals.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);
  return Math.max(0, counted - (calls - refused));
}

/** {@link callsToCome} of each key that has some, by its id. None are known before the figures are. */
export function callsToComeByKey(
  keys: readonly Pick<Key, 'keyId' | 'calls'>[],
  figures: UsageByKey['keys'] | undefined,
): ReadonlyMap<string, number> {
  const byId = new Map(figures?.map((row) => [row.keyId, row]));
  const toCome = keys.map((key) => [key.keyId, callsToCome(byId.get(key.keyId), [key])] as const);
  return new Map(figures ? toCome.filter(([, calls]) => calls > 0) : []);
}

/** Says of a figure what it does not have yet. */
export const toComeText = (toCome: number): string =>
  `${formatCount(toCome)} more ${toCome === 1 ? 'is' : 'are'} being counted`;

/** The figures of the spans of a report that begin at a time or later. */
export function figuresSince(from: string, points: readonly (Figures & { readonly at: string })[]): Figures {
  const later = points.filter(({ at }) => Date.parse(at) >= Date.parse(from));
  const calls = later.reduce((sum, point) => sum + point.calls, 0);
  const outcomes: Record<string, number> = {};
  for (const point of later) {
    for (const [outcome, count] of Object.entries(point.outcomes)) outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
  }
  return { calls, outcomes };
}

const usualMs = 30_000;
/** While calls are to come, until the figures have them. */
const catchingUpMs = 5_000;
/** Figures are half a minute behind. What they do not have after this time, nobody counts any more. */
const longestWaitMs = 2 * minuteMs;

/** So many calls are to come, unchanged since an epoch time; before that, others were since `began`. */
export type Wait = { readonly calls: number; readonly since: number; readonly began: number };

export const noWait: Wait = { calls: 0, since: 0, began: 0 };

/** The wait after figures and counters were compared at `now`. */
export function nextWait(wait: Wait, calls: number, now: number): Wait {
  if (calls === wait.calls) return wait;
  const isNew = wait.calls === 0 || now - wait.since >= longestWaitMs;
  return { calls, since: now, began: isNew ? now : wait.began };
}

/** With steady traffic, some calls are always to come. */
export const waitInterval = ({ calls, began }: Wait, now: number): number =>
  calls > 0 && now - began < longestWaitMs ? catchingUpMs : usualMs;

/** What a page says of the calls that its figures do not have. */
export type Lag = {
  /** They are being counted. */
  readonly toCome: number;
  /** They were not counted in time: their records are lost, and only the quota has them. */
  readonly missing: number;
};

export const lagOf = ({ calls, since }: Wait, now: number): Lag =>
  now - since < longestWaitMs ? { toCome: calls, missing: 0 } : { toCome: 0, missing: calls };

/** Says of a figure what it does not have; undefined if it has everything. */
export function lagText({ toCome, missing }: Lag): string | undefined {
  if (toCome > 0) return toComeText(toCome);
  if (missing > 0) return `${formatCount(missing)} more ${missing === 1 ? 'counts' : 'count'} against the quota only`;
  return undefined;
}

/** How often figures are read, and a function that says with each render what they do not have. */
export function useFiguresInterval() {
  const [wait, setWait] = useState(noWait);
  const follow = (calls: number): Lag => {
    const now = serverNow();
    const next = nextWait(wait, calls, now);
    if (next !== wait) setWait(next);
    return lagOf(next, now);
  };
  return { intervalMs: waitInterval(wait, serverNow()), follow };
}
