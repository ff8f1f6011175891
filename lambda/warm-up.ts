import type { Log } from '../src/log.ts';

/** The longest time that warming up may delay a process's first request. */
const maxMs = 1_000;

/**
 * Waits for steps that open connections and compile code in Lambda's INIT phase, which has more processor time than a
 * small function gets later. Never rejects: a failed step is logged, and a request that needs it tries again.
 * @param steps already started; they must not change any data
 */
export async function warmUp(steps: readonly Promise<unknown>[], log: Log, limitMs = maxMs): Promise<void> {
  const logFailure = (error: unknown) => log.warn('warm_up_failed', { detail: String(error) });
  const done = Promise.all(steps.map((step) => step.catch(logFailure)));
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([done, limit]);
  clearTimeout(timer);
}
