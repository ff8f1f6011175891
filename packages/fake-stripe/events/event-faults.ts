import * as v from 'valibot';

const chance = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0);

/** What goes wrong with events: chances from 0 to 1, and the longest delay. */
export const eventFaults = v.strictObject({
  lose: chance,
  repeat: chance,
  reorder: chance,
  delayMilliseconds: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
});

export type EventFaults = v.InferOutput<typeof eventFaults>;

export const noFaults: EventFaults = { lose: 0, repeat: 0, reorder: 0, delayMilliseconds: 0 };
