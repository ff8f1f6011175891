import { randomUUID } from 'node:crypto';
import type { Functions } from './functions.ts';
import type { Outcome } from './outcome.ts';

export type AsynchronousOptions = {
  readonly invoke: Functions['invoke'];
  readonly functionArn: string;
  readonly event: string;
  /** The most retries of an invocation that fails. */
  readonly retries: number;
  /** Waits before a retry; gives false when there is to be none because everything stops. */
  readonly wait: (milliseconds: number) => Promise<boolean>;
};

const minute = 60_000;

/**
 * Invokes a function as Lambda's queue of asynchronous invocations does: a failure is retried after one minute, and then
 * after two more, with the same event and request id (AWS Lambda Developer Guide, "How Lambda handles errors and retries
 * with asynchronous invocation").
 * @returns the last outcome, and how often the function was invoked
 */
export async function invokeAsynchronously(
  options: AsynchronousOptions,
): Promise<{ readonly outcome: Outcome; readonly attempts: number }> {
  const { invoke, functionArn, event, retries, wait } = options;
  const requestId = randomUUID();
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await invoke(functionArn, event, requestId);
    if (outcome.ok || attempts > retries || !(await wait(attempts * minute))) return { outcome, attempts };
  }
}
