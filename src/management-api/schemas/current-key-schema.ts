import * as v from 'valibot';
import type { CurrentKey } from '../../keys/current-key.ts';
import { dayOf, endOfDay, endOfSecond } from '../../time.ts';
import { limitsSchema } from './account-schemas.ts';
import { timestampSchema, toTimestamp, wholeNumber } from './field-schemas.ts';
import { startedWithSchema, toStartedWith } from './key-schema.ts';
import { figuresSchema } from './usage-schema.ts';

const windowSchema = v.object({
  used: v.pipe(
    wholeNumber,
    v.description('Calls counted against the limit. More than the limit if your plan had a larger one before.'),
  ),
  remaining: v.pipe(wholeNumber, v.description('Calls left until `resetsAt`.')),
  resetsAt: timestampSchema,
});

const { calls, errors, outcomes } = figuresSchema.entries;

export const currentKeySchema = v.object({
  keyId: v.string(),
  planId: v.string(),
  limits: v.pipe(
    limitsSchema,
    v.description(
      'Limits of today. On the day of an upgrade, `callsPerDay` is smaller than that of the plan. While `startedWith` is ' +
        'not null, `callsPerDay` is reduced by its `calls`.',
    ),
  ),
  startedWith: startedWithSchema,
  thisSecond: v.pipe(windowSchema, v.description('The current UTC second.')),
  today: v.pipe(windowSchema, v.description('The current UTC day. It has every call that was answered before.')),
  days: v.pipe(
    v.array(v.object({ day: v.pipe(v.string(), v.isoDate()), calls, errors, outcomes })),
    v.description(
      'Usage of the last seven UTC days, oldest first, including those without calls. A call appears within about half ' +
        'a minute. Calls that were refused or given back are in it, so it differs from `used`.',
    ),
  ),
});

export type CurrentKeyView = v.InferOutput<typeof currentKeySchema>;

export const toCurrentKeyView = ({ identity, limits, calls: current, days }: CurrentKey): CurrentKeyView => ({
  keyId: identity.keyId,
  planId: identity.planId,
  limits,
  startedWith: toStartedWith(identity.startedWith, current.at),
  thisSecond: toWindow(limits.callsPerSecond, current.thisSecond, endOfSecond(current.at)),
  today: toWindow(limits.callsPerDay, current.today, endOfDay(current.at)),
  days: days.map((point) => ({
    day: dayOf(point.at),
    calls: point.calls,
    errors: point.errors,
    outcomes: point.outcomes,
  })),
});

const toWindow = (limit: number, used: number, end: number) => ({
  used,
  remaining: Math.max(0, limit - used),
  resetsAt: toTimestamp(end),
});
