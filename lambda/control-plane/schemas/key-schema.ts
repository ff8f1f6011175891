import * as v from 'valibot';
import type { Key } from '../../../src/directory/directory-items.ts';
import { startingCalls } from '../../../src/keys/key-slots.ts';
import type { LimitStatus, Limits } from '../../../src/limits/limit-status.ts';
import { dayOf, endOfDay } from '../../../src/time.ts';
import { limitsSchema } from './account-schemas.ts';
import { timestampSchema, toTimestamp } from './field-schemas.ts';

const wholeNumber = v.pipe(v.number(), v.integer());

const secretSchema = v.object({
  firstCharacters: v.string(),
  expiresAt: v.pipe(
    v.nullable(timestampSchema),
    v.description('When a secret that was rotated stops working; null for the newest one'),
  ),
});

/** A key, as the API shows it. */
export const keySchema = v.object({
  keyId: v.string(),
  name: v.string(),
  state: v.picklist(['active', 'revoked']),
  createdAt: timestampSchema,
  lastUsedAt: v.pipe(
    v.nullable(timestampSchema),
    v.description('At most five minutes behind; null for a key never used'),
  ),
  secrets: v.pipe(
    v.array(secretSchema),
    v.description('The secrets that work, newest first: one, two during the grace of a rotation, none when revoked'),
  ),
  limits: v.pipe(limitsSchema, v.description("The plan's; callsPerDay is less while startedWith is not null")),
  startedWith: v.pipe(
    v.nullable(v.object({ calls: wholeNumber, until: timestampSchema })),
    v.description(
      'Not null for a key that was made when all slots of the day had been used: the calls that a key revoked on that day ' +
        'had made. They lower callsPerDay until the day ends',
    ),
  ),
  calls: v.pipe(
    v.nullable(v.object({ thisSecond: wholeNumber, today: wholeNumber, resetsAt: timestampSchema })),
    v.description(
      'Calls counted against the limits in this UTC second and day; the day ends at resetsAt. Null, as lastUsedAt then is ' +
        'too, when the counters cannot be read now',
    ),
  ),
});

export type KeyView = v.InferOutput<typeof keySchema>;

/** What is counted of a key: what its limits leave, and when it was last used, in ms since the epoch. */
export type KeyFigures = { readonly limitStatus: LimitStatus; readonly lastUsedAt: number | undefined };

/**
 * @param limits those of today
 * @param figures undefined when they cannot be read now
 * @param at now, in ms since the epoch
 */
export function toKeyView(key: Key, limits: Limits, figures: KeyFigures | undefined, at: number): KeyView {
  const { keyId, name, state, createdAt } = key;
  return {
    keyId,
    name,
    state,
    createdAt: toTimestamp(createdAt),
    lastUsedAt: figures?.lastUsedAt === undefined ? null : toTimestamp(figures.lastUsedAt),
    secrets: workingSecrets(key, at),
    limits,
    startedWith: toStartedWith(key, at),
    calls: figures ? toCalls(figures.limitStatus) : null,
  };
}

function toStartedWith({ startedWith }: Key, at: number): KeyView['startedWith'] {
  const calls = startingCalls(startedWith, dayOf(at));
  return calls > 0 ? { calls, until: toTimestamp(endOfDay(at)) } : null;
}

const toCalls = ({ at, limits, secondRemaining, dayRemaining }: LimitStatus) => ({
  thisSecond: limits.callsPerSecond - secondRemaining,
  today: limits.callsPerDay - dayRemaining,
  resetsAt: toTimestamp(endOfDay(at)),
});

function workingSecrets({ state, secrets }: Key, at: number): KeyView['secrets'] {
  if (state === 'revoked') return [];
  return secrets
    .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > at)
    .map(({ firstCharacters, expiresAt }) => ({
      firstCharacters,
      expiresAt: expiresAt === undefined ? null : toTimestamp(expiresAt),
    }));
}
