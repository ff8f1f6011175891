/** Lengths in milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The start of the UTC minute, hour or day of a time, in epoch milliseconds. */
export const startOf = (at: number, lengthMs: number): number => Math.floor(at / lengthMs) * lengthMs;
