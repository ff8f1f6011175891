import * as v from 'valibot';
import type { Key } from '../../directory/directory-items.ts';
import type { StartedWith } from '../../directory/secret-item.ts';
import type { KeyFigures } from '../../keys/key-figures.ts';
import { startingCalls } from '../../keys/key-slots.ts';
import { secretIdOf } from '../../keys/secret.ts';
import type { CurrentCalls } from '../../limits/current-calls.ts';
import type { Limits } from '../../plans.ts';
import { dayOf, type EpochMs, endOfDay } from '../../time.ts';
import { limitsSchema } from './account-schemas.ts';
import { timestampSchema, toTimestamp, wholeNumber } from './field-schemas.ts';

const secretSchema = v.object({
  secretId: v.pipe(
    v.string(),
    v.description(
      'Identifies the secret within its key: the first 16 hexadecimal digits of its SHA-256. It tells nothing of the secret.',
    ),
  ),
  firstCharacters: v.pipe(v.string(), v.description('First characters of the secret, to tell your secrets apart.')),
  expiresAt: v.pipe(
    v.nullable(timestampSchema),
    v.description('Time at which a rotated secret stops working. null for the newest secret.'),
  ),
  leakedAt: v.pipe(
    v.nullable(timestampSchema),
    v.description(
      'Time at which it was first reported as leaked. Rotate the key, and end this secret. Otherwise null.',
    ),
  ),
});

export const startedWithSchema = v.pipe(
  v.nullable(v.object({ calls: wholeNumber, until: timestampSchema })),
  v.description(
    'Calls of today that this key lacks until the UTC day ends: those already made in the slot that it took over from a ' +
      'revoked key, and those of the time before your plan had a key more. They reduce `callsPerDay`. null if there are ' +
      'none.',
  ),
);

export const keySchema = v.object({
  keyId: v.string(),
  name: v.string(),
  state: v.picklist(['active', 'revoked']),
  createdAt: timestampSchema,
  revoked: v.pipe(
    v.nullable(v.object({ at: timestampSchema, by: v.string(), tokenName: v.nullable(v.string()) })),
    v.description(
      'When the key was revoked, and by whom: `customer` (with the account token `tokenName`, if it was a program), ' +
        '`operator`, `billing` or `system` (automatic), `holder` (anyone who had its secret) or `github` (its secret was ' +
        'found in a public place). Other values may be added. null for an active key, and for one revoked long ago.',
    ),
  ),
  lastUsedAt: v.pipe(
    v.nullable(timestampSchema),
    v.description(
      'Time of the last call: for calls of the current UTC day to the second, otherwise up to five minutes behind. null ' +
        'if the key has not been used, or if it is temporarily unavailable, like `calls`.',
    ),
  ),
  secrets: v.pipe(
    v.array(secretSchema),
    v.description(
      'Secrets that work, newest first. Two during the grace period of a rotation, unless one was ended; none once revoked.',
    ),
  ),
  limits: v.pipe(
    v.nullable(limitsSchema),
    v.description(
      'Limits of today. On the day of an upgrade, `callsPerDay` is the former quota plus the difference in proportion to ' +
        'what was left of the UTC day. While `startedWith` is not null, `callsPerDay` is reduced by its `calls`. null if ' +
        'the account has no active plan.',
    ),
  ),
  startedWith: startedWithSchema,
  calls: v.pipe(
    v.nullable(v.object({ thisSecond: wholeNumber, today: wholeNumber, resetsAt: timestampSchema })),
    v.description(
      'Calls counted against the limits in the current UTC second and UTC day: more than a limit if your plan had a ' +
        'larger one before. `resetsAt` is the end of the day. null if the account has no active plan, or if the counters ' +
        'are temporarily unavailable.',
    ),
  ),
});

export type KeyView = v.InferOutput<typeof keySchema>;

/**
 * @param limits today's limits; undefined without an active plan
 * @param figures undefined if they could not be read
 * @param at the current time
 */
export function toKeyView(key: Key, limits: Limits | undefined, figures: KeyFigures | undefined, at: EpochMs): KeyView {
  const { keyId, name, state, createdAt } = key;
  return {
    keyId,
    name,
    state,
    createdAt: toTimestamp(createdAt),
    revoked: toRevoked(key),
    lastUsedAt: figures?.lastUsedAt === undefined ? null : toTimestamp(figures.lastUsedAt),
    secrets: workingSecrets(key, at),
    limits: limits ?? null,
    startedWith: toStartedWith(key.startedWith, at),
    calls: figures?.calls && limits ? toCalls(figures.calls) : null,
  };
}

export function toStartedWith(startedWith: StartedWith | undefined, at: number): KeyView['startedWith'] {
  const calls = startingCalls(startedWith, dayOf(at));
  return calls > 0 ? { calls, until: toTimestamp(endOfDay(at)) } : null;
}

const toRevoked = ({ revoked }: Key): KeyView['revoked'] =>
  revoked ? { at: toTimestamp(revoked.at), by: revoked.by, tokenName: revoked.tokenName ?? null } : null;

const toCalls = ({ at, thisSecond, today }: CurrentCalls) => ({
  thisSecond,
  today,
  resetsAt: toTimestamp(endOfDay(at)),
});

function workingSecrets({ state, secrets }: Key, at: number): KeyView['secrets'] {
  if (state === 'revoked') return [];
  return secrets
    .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > at)
    .map(({ hash, firstCharacters, expiresAt, leakedAt }) => ({
      secretId: secretIdOf(hash),
      firstCharacters,
      expiresAt: expiresAt === undefined ? null : toTimestamp(expiresAt),
      leakedAt: leakedAt === undefined ? null : toTimestamp(leakedAt),
    }));
}
