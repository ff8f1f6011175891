/** Milliseconds since the epoch. Passed to whatever needs the time, so that tests decide what time it is. */
export type Clock = () => number;

export const systemClock: Clock = Date.now;

/**
 * Calls back once after so many milliseconds, unless what it returns is called first. Passed to whatever limits or
 * delays, so that tests decide when time is up.
 */
export type Timer = (milliseconds: number, elapsed: () => void) => () => void;

export const systemTimer: Timer = (milliseconds, elapsed) => {
  const handle = setTimeout(elapsed, milliseconds);
  return () => clearTimeout(handle);
};

/** A system timer that does not keep the process alive: for what goes on in the background. */
export const backgroundTimer: Timer = (milliseconds, elapsed) => {
  const handle = setTimeout(elapsed, milliseconds).unref();
  return () => clearTimeout(handle);
};
