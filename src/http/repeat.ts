import type { HttpAnswer } from './answer.ts';
import type { Connection } from './connection.ts';
import { NoAnswerError } from './no-answer-error.ts';
import type { HttpRequest } from './request.ts';

/** A request that may be sent twice. */
export type Repeatable = HttpRequest & { readonly repeatAfterMs: number };

/**
 * Sends a request over a kept connection and, when that is closed or silent, once more over a new one. The first answer
 * counts, as the kept connection may only be slow; of two failures that of the new one counts.
 * @throws {NoAnswerError}
 */
export function exchangeTwice(
  kept: Connection,
  open: () => Connection,
  text: string,
  { repeatAfterMs: ms, timeoutMs, connectMs, signal }: Repeatable,
): Promise<HttpAnswer> {
  const endsAt = performance.now() + timeoutMs;
  return new Promise((resolve, reject) => {
    let fresh: Connection | undefined;
    const failures: { kept?: unknown; fresh?: unknown } = {};
    const failed = (which: 'kept' | 'fresh', error: unknown) => {
      failures[which] = error;
      if (!fresh && isClosed(error)) repeat();
      else if (!fresh) reject(error);
      else if (failures.kept && failures.fresh) reject(failures.fresh);
    };
    const repeat = () => {
      fresh = open();
      const waits = { timeoutMs: Math.max(1, endsAt - performance.now()), connectMs, signal };
      fresh.exchange(text, waits).then(
        (answer) => {
          kept.abandon();
          resolve(answer);
        },
        (error: unknown) => failed('fresh', error),
      );
    };
    kept.exchange(text, { timeoutMs, connectMs, signal, silence: { ms, heard: repeat } }).then(
      (answer) => {
        fresh?.abandon();
        resolve(answer);
      },
      (error: unknown) => failed('kept', error),
    );
  });
}

const isClosed = (error: unknown): boolean => error instanceof NoAnswerError && error.code === 'unreachable';
