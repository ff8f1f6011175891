// Against hangs only: far more than any test needs on two slow cores. At night, one test has thousands of histories, and
// with every look one takes hundreds of pictures.
const isLong = process.env.EFFORT === 'night' || process.env.LOOKS === 'all';

/** Of a test or a hook that names no limit of its own. */
export const testMs = 60_000 * (isLong ? 110 : 10);

/** Of a file, whose modules may hang too. */
export const fileMs = 60_000 * Number(process.env.MINUTES_PER_FILE ?? (isLong ? 120 : 20));

/** A test or a hook that has begun. */
export type RunningTest = {
  readonly what: string;
  readonly limitMs: number;
  /** Where it is declared, as in a stack. */
  readonly frames: string;
};

/** What a process of tests tells the runner when one begins, and, without it, when one has ended. */
export type TestMessage = { readonly runningTest: RunningTest | null };

export function timeError({ what, limitMs, frames }: RunningTest): Error {
  const error = new Error(`${what} has not ended after ${limitMs} ms.`);
  error.stack = `${error.message}\n${frames}`;
  return error;
}
