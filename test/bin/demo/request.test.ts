import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { requestAt } from '../../../bin/demo/request.ts';
import { workloads } from '../../../bin/demo/week.ts';
import { recordSchema } from '../../../src/records/record-schema.ts';
import { isKnownMethod } from '../../../src/upstream/chains.ts';

const at = Date.UTC(2026, 8, 24, 12);
const [workload] = workloads;
if (!workload) throw new Error('there is no workload');
const circumstances = { at, workload: { ...workload, trouble: 20 }, keyId: 'key_1', accountId: 'account' };
const requests = Array.from({ length: 2_000 }, () => requestAt(circumstances, Math.random));

describe('a made-up request', () => {
  test('is a record as the gateway writes it', () => {
    for (const request of requests) expect(v.safeParse(recordSchema, request).issues).toBeUndefined();
    expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(requests.length);
  });

  test('has the status of its outcome, and was admitted unless it was refused', () => {
    const statuses: Record<string, number> = { upstream_error: 502, upstream_timeout: 504 };
    const refused: Record<string, number> = { rate_limited: 429, invalid_request: 400 };
    for (const { outcome, status, admittedSecond, upstreamMs } of requests) {
      expect(status).toBe(statuses[outcome] ?? refused[outcome] ?? 200);
      expect([admittedSecond, upstreamMs === undefined]).toEqual(
        outcome in refused ? [undefined, true] : [at / 1_000, false],
      );
    }
    expect(new Set(requests.map(({ outcome }) => outcome)).size).toBe(6);
  });

  test('calls what a chain node has, and now and then what it has not', () => {
    const methods = new Set(requests.flatMap(({ calls }) => calls.map(({ method = '' }) => method)));
    const known = [...methods].filter((method) => isKnownMethod('mainnet', method));
    expect([known.length, methods.size]).toEqual([10, 11]);
    expect(methods).not.toContain('requestAirdrop');
  });
});
