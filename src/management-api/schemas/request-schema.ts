import * as v from 'valibot';
import { type CsvTable, tableOf } from '../../csv.ts';
import { requestColumns } from '../../csv-columns.ts';
import { outcomes } from '../../records/outcome.ts';
import type { RequestRecord } from '../../records/record-schema.ts';
import { timestampSchema, toTimestamp, wholeNumber } from './field-schemas.ts';

const callsSchema = v.object({
  method: v.pipe(v.nullable(v.string()), v.description('null if no method could be read from the request.')),
  outcome: v.picklist(outcomes),
  errorCode: v.pipe(
    v.nullable(wholeNumber),
    v.description("Code of the node's JSON-RPC error. null if there was no such error."),
  ),
  count: v.pipe(wholeNumber, v.description('Number of calls with this method, outcome and error code.')),
});

export const requestSchema = v.object({
  requestId: v.string(),
  keyId: v.string(),
  at: timestampSchema,
  network: v.string(),
  outcome: v.pipe(
    v.picklist(outcomes),
    v.description('`ok` if every call succeeded; otherwise the outcome of the first call that did not.'),
  ),
  status: v.pipe(wholeNumber, v.description('HTTP status of the response.')),
  calls: v.pipe(
    v.array(callsSchema),
    v.description('Calls of the request, grouped by method, outcome and error code.'),
  ),
  count: v.pipe(
    wholeNumber,
    v.description(
      'Number of HTTP requests in this entry. More than 1 if several refusals of one key within ten seconds were combined.',
    ),
  ),
  durationMs: v.pipe(
    wholeNumber,
    v.description('Time spent in the gateway, in milliseconds. For combined requests, the longest.'),
  ),
  upstreamMs: v.pipe(
    v.nullable(wholeNumber),
    v.description('Part of `durationMs` spent waiting for a chain node. null if no node was called.'),
  ),
  requestBytes: wholeNumber,
  responseBytes: wholeNumber,
});

/** A request of the history in a response. */
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

/** One row per request. */
export const requestsTable = ({ requests }: { readonly requests: readonly RequestView[] }): CsvTable =>
  tableOf(requestColumns, requests);
