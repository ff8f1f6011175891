import type { Log } from '../../src/log.ts';

/** A request waits no longer than this for a process that readies itself. */
const longestMs = 1_000;

/**
 * Waits for what readies a process in Lambda's INIT phase, where its connections open and its code is compiled with more
 * processor time than a small function gets later. Never rejects: what fails is logged, and fails again, or not, when a
 * request needs it.
 * @param steps under way already; they must leave nothing behind
 */
export async function warmUp(steps: readonly Promise<unknown>[], log: Log, limitMs = longestMs): Promise<void> {
  const failed = (error: unknown) => log.warn('warm_up_failed', { detail: String(error) });
  const done = Promise.all(steps.map((step) => step.catch(failed)));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([done, late]);
  clearTimeout(timer);
}
