import { recordKey } from '../../../src/records/record.ts';
import type { RequestRecord } from '../../../src/records/record-schema.ts';
import { newRequestId } from '../../../src/records/request-id.ts';
import type { Item } from '../../../src/table/item-table.ts';

const dayMs = 86_400_000;

/**
 * Rows of a key's history, evenly over the UTC day that begins at `day` (ms since the epoch), as the proxy writes them;
 * in the order they came in.
 */
export function historyRows(keyId: string, day: number, count: number): Item[] {
  return Array.from({ length: count }, (_, index) => {
    const at = day + Math.floor((index * dayMs) / count);
    const record: RequestRecord = {
      requestId: newRequestId(at),
      keyId,
      accountId: '0d8a1f6e-4f0e-4d5c-9d8c-2b7c1b9d7e11',
      network: 'mainnet',
      at,
      durationMs: 57,
      upstreamMs: 42,
      admittedSecond: Math.floor(at / 1_000),
      status: 200,
      outcome: 'ok',
      calls: [{ method: 'getAccountInfo', outcome: 'ok', count: 1 }],
      requestBytes: 127,
      responseBytes: 412,
    };
    return {
      ...recordKey(record),
      ...record,
      expiresAt: Math.floor(at / 1_000) + 90 * 86_400,
    };
  });
}
