/** Milliseconds since the epoch. Passed to whatever needs the time, so that tests decide what time it is. */
export type Clock = () => number;

export const systemClock: Clock = Date.now;

const secondMs = 1_000;

/** Milliseconds in a UTC day. */
export const dayMs = 86_400_000;

/** Seconds in a day; UTC as JavaScript counts it has no leap seconds. */
export const secondsPerDay = 86_400;

/** The UTC day of a moment, like `2026-11-20`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The second of its UTC day a moment lies in: 0 to 86,399. */
export const secondOfDay = (at: number): number => Math.floor((at % dayMs) / secondMs);

/** When the UTC day of a moment ends, in ms since the epoch. */
export const endOfDay = (at: number): number => (Math.floor(at / dayMs) + 1) * dayMs;

/** When the UTC second of a moment ends, in ms since the epoch. */
export const endOfSecond = (at: number): number => (Math.floor(at / secondMs) + 1) * secondMs;

/** Whole seconds from `at` until `end`, at least 1: what `Retry-After` wants. */
export const secondsUntil = (at: number, end: number): number => Math.max(1, Math.ceil((end - at) / secondMs));

/** The UTC second of a moment; both since the epoch, the moment in ms. */
export const epochSecond = (at: number): number => Math.floor(at / 1_000);
