/** A time, in milliseconds since the epoch. */
export type EpochMs = number;

/** Code that needs the time takes a clock, so that tests can set it. */
export type Clock = () => EpochMs;

export const systemClock: Clock = Date.now;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** JavaScript's UTC has no leap seconds. */
export const secondsPerDay = 86_400;

/** The UTC day, for example `2026-11-20`. */
export const dayOf = (at: EpochMs): string => new Date(at).toISOString().slice(0, 10);

/** The second within its UTC day: 0 to 86,399. */
export const secondOfDay = (at: EpochMs): number => Math.floor((at % dayMs) / secondMs);

export const endOfDay = (at: EpochMs): EpochMs => (Math.floor(at / dayMs) + 1) * dayMs;

export const endOfSecond = (at: EpochMs): EpochMs => (Math.floor(at / secondMs) + 1) * secondMs;

/** Whole seconds from `at` until `end`, at least 1, as in `Retry-After`. */
export const secondsUntil = (at: EpochMs, end: EpochMs): number => Math.max(1, Math.ceil((end - at) / secondMs));

export const epochSecond = (at: EpochMs): number => Math.floor(at / secondMs);
