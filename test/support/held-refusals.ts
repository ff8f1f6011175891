import { setTimeout } from 'node:timers/promises';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { gatherMs } from '../../src/records/refusal-sums.ts';
import { call, post } from './rpc.ts';
import { type TestGateway, type TestKey, usageOf } from './test-runtime.ts';

/** How many requests records stand for: refusals of one minute may be summed. */
export const requestsIn = (records: readonly RequestRecord[]): number =>
  records.reduce((sum, { count = 1 }) => sum + count, 0);

/** Processes hold each sum for up to 20 s; a busy machine takes its time for the rest. */
const patienceMs = 120_000;

/**
 * Resolves when the history of a key has that many requests. Processes write the refusals that they hold with a request
 * 10 to 20 s later, so all of them are given requests of another key until then.
 */
export async function untilRecorded(local: TestGateway, key: TestKey, requests: number): Promise<void> {
  const other = await local.newKey({ planId: 'business' });
  const ask = () => post(local.runtime.endpoints.devnet ?? '', other.secret, call('getHealth'));
  const end = Date.now() + patienceMs;
  // The processes write nothing before, and each request takes processor time.
  for (let waitMs = gatherMs; Date.now() < end; waitMs = 3_000) {
    if (requestsIn((await usageOf(local, key)).records) === requests) return local.runtime.drained();
    await setTimeout(waitMs);
    // At once, because each process must get one.
    await Promise.all(Array.from({ length: 40 }, ask));
  }
  throw new Error(`The history has not come to ${requests} requests.`);
}
