/** Milliseconds since the epoch. Passed to whatever needs the time, so that tests decide what time it is. */
export type Clock = () => number;

export const systemClock: Clock = Date.now;
