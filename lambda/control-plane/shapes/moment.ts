import * as v from 'valibot';

/** A moment as the API shows and takes it: ISO 8601. */
export const momentShape = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'is no moment'),
);

/** A moment, given in ms since the epoch, as the API shows it: in UTC. */
export const toMoment = (at: number): string => new Date(at).toISOString();

/** A moment that the API was given, in ms since the epoch. */
export const fromMoment = (moment: string): number => Date.parse(moment);
