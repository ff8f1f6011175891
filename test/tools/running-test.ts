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
