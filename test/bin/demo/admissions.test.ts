import { describe, expect, test } from '@jest/globals';
import { admissionsToday } from '../../../bin/demo/admissions.ts';
import type { CallCount, RequestRecord } from '../../../src/records/record-schema.ts';

const now = Date.UTC(2026, 10, 20, 17, 20);
const yesterday = now - 86_400_000;

const request = (keyId: string, at: number, admitted: boolean, ...counts: number[]): RequestRecord => ({
  requestId: `r${at}`,
  keyId,
  accountId: 'a',
  network: 'mainnet',
  at,
  durationMs: 1,
  ...(admitted && { admittedSecond: Math.floor(at / 1_000) }),
  status: 200,
  outcome: 'ok',
  calls: counts.map((count): CallCount => ({ method: 'getSlot', outcome: 'ok', count })),
  requestBytes: 1,
  responseBytes: 1,
});

describe('the demo’s admissions of today', () => {
  test('count the calls of each key that were admitted today, a batch with all its calls', () => {
    const requests = [
      request('k1', now, true, 1),
      request('k1', now - 60_000, true, 2, 3),
      request('k2', now, true, 4),
    ];
    expect(admissionsToday(requests, now)).toEqual([
      { pk: 'k1#2026-11-20', used: 6, expiresAt: Date.UTC(2026, 10, 23) / 1_000 },
      { pk: 'k2#2026-11-20', used: 4, expiresAt: Date.UTC(2026, 10, 23) / 1_000 },
    ]);
  });

  test('leave out what was refused and what was on another day', () => {
    expect(admissionsToday([request('k1', now, false, 1), request('k1', yesterday, true, 1)], now)).toEqual([]);
  });
});
