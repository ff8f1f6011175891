import { randomUUID } from 'node:crypto';
import type { Outcome } from '../../../src/records/outcome.ts';
import { countCalls, overallOutcome, recordKey } from '../../../src/records/record.ts';
import type { RequestRecord } from '../../../src/records/record-schema.ts';
import { newRequestId } from '../../../src/records/request-id.ts';
import { picker } from '../../bench/statistics.ts';

/** How late records come, in ms: most at once, some in another minute, or another hour. */
const delays = [0, 0, 0, 0, 60_000, 3_600_000];

const keyIds = Array.from({ length: 4 }, () => `key_${randomUUID()}`);

/** The keys that records are made for. */
export const keys = keyIds.map((keyId) => ({ keyId, accountId: 'chaos', secret: '' }));

/** Makes a record at random, of requests until that moment (ms since the epoch), and its item. */
export function recordMaker(until: number, random: () => number) {
  const [keyId, network] = [picker(keyIds, random), picker(['mainnet', 'devnet'], random)];
  const [method, delay] = [picker(['getSlot', 'sendTransaction', 'madeUp', ''], random), picker(delays, random)];
  const outcome = picker<Outcome>(['ok', 'ok', 'ok', 'rpc_error', 'rate_limited', 'upstream_error'], random);
  return (): { record: RequestRecord; item: Readonly<Record<string, unknown>> } => {
    const calls = Array.from({ length: 1 + Math.floor(random() * 20) }, () => ({
      method: method() || undefined,
      outcome: outcome(),
    }));
    const at = until - delay();
    const record: RequestRecord = {
      requestId: newRequestId(at),
      keyId: keyId(),
      accountId: 'chaos',
      network: network(),
      at,
      durationMs: Math.floor(random() * 500),
      status: 200,
      outcome: overallOutcome(calls),
      calls: countCalls(calls),
      requestBytes: 100,
      responseBytes: 100,
    };
    return { record, item: { ...record, ...recordKey(record), expiresAt: Math.floor(until / 1_000) + 86_400 } };
  };
}
