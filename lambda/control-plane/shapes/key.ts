import * as v from 'valibot';
import type { Key } from '../../../src/keys/directory.ts';
import { startedCalls } from '../../../src/keys/started-with.ts';
import type { LimitStatus, Limits } from '../../../src/limits/limits.ts';
import { dayOf, endOfDay } from '../../../src/limits/windows.ts';
import { momentShape, toMoment } from './moment.ts';
import { limitsShape } from './plan.ts';

const wholeNumber = v.pipe(v.number(), v.integer());

const secretShape = v.object({
  firstCharacters: v.string(),
  expiresAt: v.pipe(
    v.nullable(momentShape),
    v.description('When a secret that was rotated stops working; null for the newest one'),
  ),
});

/** A key, as the API shows it. */
export const keyShape = v.object({
  keyId: v.string(),
  name: v.string(),
  state: v.picklist(['active', 'revoked']),
  createdAt: momentShape,
  lastUsedAt: v.pipe(v.nullable(momentShape), v.description('At most five minutes behind; null for a key never used')),
  secrets: v.pipe(
    v.array(secretShape),
    v.description('The secrets that work, newest first: one, two during the grace of a rotation, none when revoked'),
  ),
  limits: v.pipe(limitsShape, v.description("The plan's; callsPerDay is less while startedWith is not null")),
  startedWith: v.pipe(
    v.nullable(v.object({ calls: wholeNumber, until: momentShape })),
    v.description(
      'Not null for a key that was made when all slots of the day had been used: the calls that a key revoked on that day ' +
        'had made. They lower callsPerDay until the day ends',
    ),
  ),
  calls: v.pipe(
    v.nullable(v.object({ thisSecond: wholeNumber, today: wholeNumber, resetsAt: momentShape })),
    v.description(
      'Calls counted against the limits in this UTC second and day; the day ends at resetsAt. Null, as lastUsedAt then is ' +
        'too, when the counters cannot be read now',
    ),
  ),
});

export type KeyShape = v.InferOutput<typeof keyShape>;

/** What is counted of a key: what its limits leave, and when it was last used, in ms since the epoch. */
export type KeyFigures = { readonly limitStatus: LimitStatus; readonly lastUsedAt: number | undefined };

/**
 * @param limits those of today
 * @param figures undefined when they cannot be read now
 * @param at now, in ms since the epoch
 */
export function toKeyShape(key: Key, limits: Limits, figures: KeyFigures | undefined, at: number): KeyShape {
  const { keyId, name, state, createdAt } = key;
  return {
    keyId,
    name,
    state,
    createdAt: toMoment(createdAt),
    lastUsedAt: figures?.lastUsedAt === undefined ? null : toMoment(figures.lastUsedAt),
    secrets: workingSecrets(key, at),
    limits,
    startedWith: toStartedWith(key, at),
    calls: figures ? toCalls(figures.limitStatus) : null,
  };
}

function toStartedWith({ startedWith }: Key, at: number): KeyShape['startedWith'] {
  const calls = startedCalls(startedWith, dayOf(at));
  return calls > 0 ? { calls, until: toMoment(endOfDay(at)) } : null;
}

const toCalls = ({ at, limits, secondRemaining, dayRemaining }: LimitStatus) => ({
  thisSecond: limits.callsPerSecond - secondRemaining,
  today: limits.callsPerDay - dayRemaining,
  resetsAt: toMoment(endOfDay(at)),
});

function workingSecrets({ state, secrets }: Key, at: number): KeyShape['secrets'] {
  if (state === 'revoked') return [];
  return secrets
    .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > at)
    .map(({ firstCharacters, expiresAt }) => ({
      firstCharacters,
      expiresAt: expiresAt === undefined ? null : toMoment(expiresAt),
    }));
}
