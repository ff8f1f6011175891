import type { Outcome } from '../../../src/records/outcome.ts';
import { recordKey } from '../../../src/records/record.ts';
import type { RequestRecord } from '../../../src/records/record-schema.ts';
import { newRequestId } from '../../../src/records/request-id.ts';
import type { Item } from '../../../src/table/item-table.ts';
import { streamRecord } from '../dynamodb-units/tally-units.ts';
import { logNormal } from '../statistics.ts';

const methods = ['getSlot', 'getBalance', 'getAccountInfo', 'getLatestBlockhash'];
const keys = Array.from({ length: 20 }, (_, index) => `key_01JABCDEFGHJKMNPQRSTVWXY${String(index).padStart(2, '0')}`);

const errorCodes = [-32602, -32004, -32007];

/** Returns the records of the next milliseconds, one for each, in the JSON of Lambda's event. */
export type BatchSource = (size: number) => string;

/** A thousand calls a second of 20 keys to 4 methods from a moment on, ms since the epoch. */
export function batchSource(random: () => number, startsAt: number): BatchSource {
  let at = startsAt;
  return (size) => {
    const events = Array.from({ length: size }, () => {
      at += 1;
      const keyId = keys[at % keys.length] ?? '';
      const method = methods[Math.floor(at / keys.length) % methods.length] ?? '';
      return streamRecord(itemOf({ keyId, method, at }, random), at);
    });
    return JSON.stringify({ Records: events });
  };
}

/** One call of a key, as the proxy would have recorded it. */
export type Made = { readonly keyId: string; readonly method: string; readonly at: number };

/** The row of a call that ended at random. */
export function itemOf(made: Made, random: () => number): Item {
  const record = recordOf(made, random);
  return { ...recordKey(record), ...record, expiresAt: 1_795_262_400 };
}

/** What the gateway itself takes of a request's time. */
const gatewayMs = 12;

export const timesOf = (durationMs: number) => ({ durationMs, upstreamMs: Math.max(0, durationMs - gatewayMs) });

/** Whole milliseconds, log-normal about 40: nine in ten between 15 and 107. */
export const latencies = (random: () => number): (() => number) => logNormal(40, 0.6, random);

function recordOf({ keyId, method, at }: Made, random: () => number): RequestRecord {
  const outcome = outcomeOf(random());
  return {
    requestId: newRequestId(at),
    keyId,
    accountId: '0d8a1f6e-4f0e-4d5c-9d8c-2b7c1b9d7e11',
    network: 'mainnet',
    at,
    ...timesOf(latencies(random)()),
    admittedSecond: Math.floor(at / 1_000),
    status: 200,
    outcome,
    calls: [
      {
        method,
        outcome,
        ...(outcome === 'rpc_error' && { errorCode: errorCodes[at % errorCodes.length] }),
        count: 1,
      },
    ],
    requestBytes: 120,
    responseBytes: 450,
  };
}

/** Of a hundred calls 97 succeed, two get an error from the node, and one finds no node. */
function outcomeOf(chance: number): Outcome {
  if (chance < 0.97) return 'ok';
  return chance < 0.99 ? 'rpc_error' : 'upstream_error';
}
