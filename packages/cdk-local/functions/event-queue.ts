import { randomUUID } from 'node:crypto';
import type { EventLog } from '../logs.ts';
import type { Template } from '../template/template.ts';
import { backgroundTimer, InterruptibleWait, type Timer } from '../time.ts';
import { type Functions, UnknownFunctionError } from './functions.ts';
import { EventTooLargeError, maximumQueuedEventBytes } from './invocation.ts';
import { readRetries } from './retries.ts';

/** Events that functions send each other without waiting for the answer (`InvocationType: Event`). */
export type EventQueue = {
  /**
   * Takes an event and invokes the function with it in the background. A failure is retried, and then a line of the
   * log.
   * @throws {UnknownFunctionError}, {@link EventTooLargeError} over 1 MB
   */
  readonly add: (functionArn: string, event: string) => void;
  /** Cancels retries, and resolves when the invocations in progress have ended. */
  readonly stop: () => Promise<void>;
};

export type EventQueueOptions = {
  readonly template: Template;
  readonly functions: Pick<Functions, 'find' | 'invoke'>;
  readonly log: EventLog;
  readonly timer?: Timer;
};

const minute = 60_000;

/**
 * Lambda's asynchronous invocation: a failure is retried after one minute and again after two more, with the same event
 * and request id (AWS Lambda Developer Guide, "How Lambda handles errors and retries with asynchronous invocation").
 * @throws {UnsupportedResourceError} for settings of asynchronous invocations that are not emulated
 */
export function createEventQueue({ template, functions, log, timer = backgroundTimer }: EventQueueOptions): EventQueue {
  const retriesOf = readRetries(template, functions);
  const retryWaits = new InterruptibleWait(timer);
  const running = new Set<Promise<void>>();
  let stopped = false;

  const wait = async (milliseconds: number): Promise<boolean> => {
    if (!stopped) await retryWaits.wait(milliseconds);
    return !stopped;
  };
  const deliver = async (functionArn: string, event: string): Promise<void> => {
    const requestId = randomUUID();
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await functions.invoke(functionArn, event, requestId);
      if (outcome.ok) return;
      const { errorType, errorMessage } = outcome.error;
      if (attempts <= retriesOf(functionArn) && (await wait(attempts * minute))) continue;
      log.error('asynchronous_invocation_failed', { functionArn, attempts, error: `${errorType}: ${errorMessage}` });
      return;
    }
  };
  return {
    add: (functionArn, event) => {
      if (!functions.find(functionArn)) throw new UnknownFunctionError(functionArn);
      const bytes = Buffer.byteLength(event);
      if (bytes > maximumQueuedEventBytes) throw new EventTooLargeError(bytes, maximumQueuedEventBytes);
      const sent = deliver(functionArn, event).finally(() => running.delete(sent));
      running.add(sent);
    },
    stop: async () => {
      stopped = true;
      retryWaits.interrupt();
      await Promise.all(running);
    },
  };
}
