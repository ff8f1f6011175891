import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { requestAt } from '../../../bin/demo/generate-requests.ts';
import { workloadsOf } from '../../../bin/demo/workloads.ts';
import { type ChainId, chains } from '../../../src/chains/chains.ts';
import { recordSchema } from '../../../src/records/record-schema.ts';

const at = Date.UTC(2026, 8, 24, 12);
const [workload] = workloadsOf([{ path: '/', chain: 'solana', network: 'mainnet', upstreams: [] }]);
if (!workload) throw new Error('there is no workload');
const circumstances = { at, workload: { ...workload, trouble: 20 }, keyId: 'key_1', accountId: 'account' };
const requests = Array.from({ length: 2_000 }, () => requestAt(circumstances, Math.random));

describe('a made-up request', () => {
  test('is a record as the gateway writes it', () => {
    for (const request of requests) expect(v.safeParse(recordSchema, request).issues).toBeUndefined();
    expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(requests.length);
  });

  test('has the status of its outcome, and was admitted unless the limits refused it', () => {
    const statuses: Record<string, number> = { upstream_error: 502, upstream_timeout: 504 };
    const refused: Record<string, number> = { rate_limited: 429, invalid_request: 400 };
    for (const { outcome, status, admittedSecond, upstreamMs } of requests) {
      expect(status).toBe(statuses[outcome] ?? refused[outcome] ?? 200);
      expect(admittedSecond).toBe(outcome === 'rate_limited' ? undefined : at / 1_000);
      expect(upstreamMs === undefined).toBe(outcome in refused);
    }
    expect(new Set(requests.map(({ outcome }) => outcome)).size).toBe(6);
  });

  test.each<[ChainId, number]>([
    ['solana', 10],
    ['ethereum', 9],
  ])('of %s calls what its nodes have, and now and then what they have not', (chain, known) => {
    const ofChain = { ...circumstances, workload: { ...workload, chain } };
    const made = Array.from({ length: 2_000 }, () => requestAt(ofChain, Math.random));
    const methods = [...new Set(made.flatMap(({ calls }) => calls.map(({ method = '' }) => method)))];
    expect(methods.filter((method) => chains[chain].methods.has(method))).toHaveLength(known);
    expect(methods).toHaveLength(known + 1);
    expect(methods).not.toContain('requestAirdrop');
  });
});
