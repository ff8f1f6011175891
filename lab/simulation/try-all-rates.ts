import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type RateResult, triedNodeTimes } from './held-rates.ts';

/** The results of all rates, by the answer time of the nodes. Takes minutes; each answer time has a thread. */
export const tryAllRates = (): Promise<RateResult[][]> =>
  Promise.all(
    triedNodeTimes.map(async (answerMs) => {
      const worker = new Worker(new URL('./try-rates-worker.ts', import.meta.url), { workerData: answerMs });
      const [results]: RateResult[][] = await once(worker, 'message');
      return results ?? [];
    }),
  );
