import type { RequestRecord } from '../../src/records/record-schema.ts';
import { call, post } from './rpc.ts';
import { type TestGateway, type TestKey, usageOf } from './test-runtime.ts';

/** How many requests records stand for: refusals of one second may be summed. */
export const requestsIn = (records: readonly RequestRecord[]): number =>
  records.reduce((sum, { count = 1 }) => sum + count, 0);

/** Waves of requests that may be needed: the second of the last refusals must end, and each process get one. */
const maxWaves = 50;

/**
 * Resolves when the history of a key has that many requests. Processes write the refusals that they hold with a request
 * of a later second, so all of them are given requests of another key until then.
 */
export async function untilRecorded(local: TestGateway, key: TestKey, requests: number): Promise<void> {
  const other = await local.newKey({ planId: 'business' });
  const ask = () => post(local.runtime.endpoints.devnet ?? '', other.secret, call('getHealth'));
  for (let wave = 0; wave < maxWaves; wave += 1) {
    if (requestsIn((await usageOf(local, key)).records) === requests) return local.runtime.drained();
    await Promise.all(Array.from({ length: 40 }, ask));
  }
  throw new Error(`The history has not come to ${requests} requests.`);
}
