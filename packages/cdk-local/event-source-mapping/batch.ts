import { maximumEventBytes } from '../functions/outcome.ts';
import type { StreamRecord } from './record.ts';

/** What an event has around and between its records, generously. */
const envelopeBytes = 100;

/**
 * Gives how many of the first records go into one event: at most `batchSize`, at most 6 MB in JSON (AWS Lambda
 * Developer Guide, "Batching behavior"), and at least one.
 */
export function batchLength(records: readonly StreamRecord[], batchSize: number): number {
  let bytes = envelopeBytes;
  const most = Math.min(batchSize, records.length);
  for (const [index, record] of records.slice(0, most).entries()) {
    bytes += Buffer.byteLength(JSON.stringify(record)) + 1;
    if (bytes > maximumEventBytes) return Math.max(1, index);
  }
  return most;
}
