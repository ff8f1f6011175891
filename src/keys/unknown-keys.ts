import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/** Counts refusals of keys that belong to nobody: those that cannot be a secret, and those that could. */
export type UnknownKeys = { readonly refused: (kind: 'malformed' | 'unknown') => undefined };

/** A process writes a line at once for its first refusal, and then one a minute. */
const everyMs = 60_000;

/**
 * Counts them in this process and logs the counts as `unknown_keys_refused`. A line for each refusal would be a cost that
 * anybody could run up; this way it is at most one a minute for each process, whatever comes. What is counted when a process
 * ends is forgotten: less than a minute's refusals, and only where no further one followed.
 */
export function createUnknownKeys(log: Log, clock: Clock): UnknownKeys {
  let counts = { malformed: 0, unknown: 0 };
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    refused(kind) {
      counts[kind] += 1;
      const now = clock();
      if (now - loggedAt < everyMs) return;
      log.info('unknown_keys_refused', counts);
      counts = { malformed: 0, unknown: 0 };
      loggedAt = now;
    },
  };
}
