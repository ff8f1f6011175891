import { newRequestId } from '../../src/records/new-request-id.ts';
import type { Outcome } from '../../src/records/outcome.ts';
import { type RequestRecord, recordKey } from '../../src/records/record.ts';
import { streamRecord } from '../dynamodb-units/stream.ts';

const methods = ['getSlot', 'getBalance', 'getAccountInfo', 'getLatestBlockhash'];
const keys = Array.from({ length: 20 }, (_, index) => `key_01JABCDEFGHJKMNPQRSTVWXY${String(index).padStart(2, '0')}`);

/** Gives the records of the next milliseconds, one for each, as JSON like Lambda gives it to a function. */
export type BatchSource = (size: number) => string;

/** A thousand calls a second of 20 keys to 4 methods from a moment on, ms since the epoch. */
export function batchSource(random: () => number, startsAt: number): BatchSource {
  let at = startsAt;
  return (size) => {
    const events = Array.from({ length: size }, () => {
      at += 1;
      return streamRecord(itemOf(recordOf(at, random)), at);
    });
    return JSON.stringify({ Records: events });
  };
}

const itemOf = (record: RequestRecord) => ({ ...recordKey(record), ...record, expiresAt: 1_795_262_400 });

function recordOf(at: number, random: () => number): RequestRecord {
  const outcome = outcomeOf(random());
  const durationMs = latency(random);
  return {
    requestId: newRequestId(at),
    keyId: keys[at % keys.length] ?? '',
    accountId: '0d8a1f6e-4f0e-4d5c-9d8c-2b7c1b9d7e11',
    network: 'mainnet',
    at,
    durationMs,
    upstreamMs: Math.max(0, durationMs - 12),
    admittedSecond: Math.floor(at / 1_000),
    status: 200,
    outcome,
    calls: [{ method: methods[Math.floor(at / keys.length) % methods.length], outcome, count: 1 }],
    requestBytes: 120,
    responseBytes: 450,
  };
}

/** Of a hundred calls 97 succeed, two get an error from the node, and one finds no node. */
function outcomeOf(chance: number): Outcome {
  if (chance < 0.97) return 'ok';
  return chance < 0.99 ? 'rpc_error' : 'upstream_error';
}

/** Whole milliseconds, log-normal about 40: nine in ten between 15 and 107. */
function latency(random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.round(40 * Math.exp(0.6 * normal));
}
