import fc from 'fast-check';
import type { Outcome } from '../../src/records/outcome.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { call } from '../support/rpc.ts';
import { usageOf } from '../support/test-runtime.ts';
import { exchange } from './hostile-exchange.ts';
import { hostileRequests } from './hostile-request/hostile-request.ts';
import { complaintAbout } from './security-promises.ts';
import type { World } from './security-world.ts';

/** How much is tried: cases in all, spread over lanes that run at the same time, each with a seed next to the first. */
export type Amount = { readonly cases: number; readonly lanes: number; readonly seed: number };

/**
 * Sends hostile requests over HTTP: how many answers had each status.
 * @throws where an answer breaks a promise: with the seed, and the smallest request that still breaks it
 */
export async function fuzz(world: World, { cases, lanes, seed }: Amount): Promise<ReadonlyMap<number, number>> {
  const answered = new Map<number, number>();
  const address = world.local.runtime.endpoints.mainnet ?? '';
  const property = fc.asyncProperty(hostileRequests(world.known), async (request) => {
    const answer = await exchange(address, request);
    answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1);
    const complaint = complaintAbout(request, answer, world.everySecret);
    if (complaint !== undefined) throw new Error(complaint);
  });
  const lane = (index: number) => fc.assert(property, { numRuns: Math.ceil(cases / lanes), seed: seed + index });
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
  return new Map([...answered].toSorted(([a], [b]) => a - b));
}

/**
 * The faults at the end: none if no log and no record shows a secret, nothing was lost, the quotas count
 * exactly the calls that the node has answered, and a good call is answered well.
 */
export async function aftermath({ local, node, known, keys, everySecret, badLines }: World): Promise<string[]> {
  await local.runtime.drained();
  const complaints = badLines.map((line) => `logged: ${line}`);
  for (const [index, key] of keys.entries()) {
    const { admitted, records } = await usageOf(local, key);
    const counted = records.reduce((sum, record) => sum + quotaOf(record), 0);
    if (admitted !== counted) complaints.push(`key ${index}: ${admitted} admitted, ${counted} in records`);
    if (everySecret.findIn(JSON.stringify(records)) !== undefined)
      complaints.push(`key ${index}: a record shows a secret`);
  }
  if (node.heads.some((head) => everySecret.findIn(head) !== undefined)) complaints.push('the node got a key');
  const headers = ['Content-Type', 'application/json', 'X-API-KEY', known.active];
  const good = { method: 'POST', path: '/devnet', headers, body: Buffer.from(call('getHealth')) };
  const { status } = await exchange(local.runtime.endpoints.mainnet ?? '', good);
  if (status !== 200) complaints.push(`a good call gets ${status}`);
  return complaints;
}

/**
 * The calls that a request has used: its answered calls, or one if it was not a call or a batch.
 */
function quotaOf({ admittedSecond, calls }: RequestRecord): number {
  if (admittedSecond === undefined) return 0;
  if (calls.every(({ outcome }) => outcome === 'invalid_request')) return 1;
  return calls.reduce((sum, { outcome, count }) => sum + (keepsQuota.has(outcome) ? count : 0), 0);
}

const keepsQuota: ReadonlySet<Outcome> = new Set([
  'ok',
  'rpc_error',
  'upstream_timeout',
  'call_too_slow',
  'response_too_large',
]);
