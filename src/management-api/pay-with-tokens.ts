import { UsageTooLargeError } from '../usage/usage-range.ts';
import { problemCode, problemKind } from './problems.ts';

export type TokenPrice = {
  /** What is taken before the operation runs. */
  readonly most: number;
  /** What one that is refused costs. */
  readonly ifRefused: number;
};

/**
 * Takes tokens, runs an operation, and gives back those that it did not need.
 * @param take takes tokens from the account's bucket, or gives a negative number back
 * @param run gets a function that keeps so many of the tokens, called before the answer
 * @throws {TooManyRequestsError} and what `run` throws
 */
export async function payWithTokens<Answer>(
  take: (tokens: number) => Promise<void>,
  { most, ifRefused }: TokenPrice,
  run: (keep: (needed: number) => Promise<void>) => Promise<Answer>,
): Promise<Answer> {
  const keep = async (needed: number) => {
    if (needed < most) await take(needed - most);
  };
  await take(most);
  try {
    return await run(keep);
  } catch (error) {
    if (isRefusedUnread(error)) await keep(ifRefused);
    throw error;
  }
}

/** A range with too many keys or tallies is refused after a part of it was read. */
const isRefusedUnread = (error: unknown): boolean =>
  problemKind(problemCode(error)).status < 500 && !(error instanceof UsageTooLargeError);
