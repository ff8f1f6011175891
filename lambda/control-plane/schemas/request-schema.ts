import * as v from 'valibot';
import { outcomes } from '../../../src/records/outcome.ts';
import type { RequestRecord } from '../../../src/records/record-schema.ts';
import { timestampSchema, toTimestamp } from './field-schemas.ts';

const wholeNumber = v.pipe(v.number(), v.integer());

const callsSchema = v.object({
  method: v.pipe(v.nullable(v.string()), v.description('Null where none could be read')),
  outcome: v.picklist(outcomes),
  errorCode: v.pipe(v.nullable(wholeNumber), v.description('The code of the JSON-RPC error; null where there is none')),
  count: wholeNumber,
});

/** One HTTP request of the history, as the API shows it. */
export const requestSchema = v.object({
  requestId: v.string(),
  keyId: v.string(),
  at: timestampSchema,
  network: v.string(),
  outcome: v.pipe(v.picklist(outcomes), v.description('ok, or the outcome of the first call that was not')),
  status: v.pipe(wholeNumber, v.description('The HTTP status of the answer')),
  calls: v.pipe(v.array(callsSchema), v.description('Its calls, by method, outcome and error code')),
  count: v.pipe(
    wholeNumber,
    v.description('How many requests it stands for: refusals of one key within one second may be summed up'),
  ),
  durationMs: v.pipe(wholeNumber, v.description('The whole request in the gateway; of several, the longest')),
  upstreamMs: v.pipe(v.nullable(wholeNumber), v.description('The part of it that was spent waiting for a node')),
  requestBytes: wholeNumber,
  responseBytes: wholeNumber,
});

export type RequestView = v.InferOutput<typeof requestSchema>;

export const toRequestView = (record: RequestRecord): RequestView => ({
  requestId: record.requestId,
  keyId: record.keyId,
  at: toTimestamp(record.at),
  network: record.network,
  outcome: record.outcome,
  status: record.status,
  calls: record.calls.map(({ method = null, outcome, errorCode = null, count }) => ({
    method,
    outcome,
    errorCode,
    count,
  })),
  count: record.count ?? 1,
  durationMs: record.durationMs,
  upstreamMs: record.upstreamMs ?? null,
  requestBytes: record.requestBytes,
  responseBytes: record.responseBytes,
});
