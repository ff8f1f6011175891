import * as v from 'valibot';
import { type Columns, type CsvCell, type CsvTable, tableOf } from '../../csv.ts';
import { outcomes } from '../../records/outcome.ts';
import type { CallCount, RequestRecord } from '../../records/record-schema.ts';
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

/**
 * The columns of the history, for the API's answers, its CSV, the dashboard's and the operator's exports: a line here adds
 * one, with the value of the record's field of that name, or null. New columns go to the end: programs may read the cells
 * of a CSV file by their position.
 */
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
  count: v.pipe(
    wholeNumber,
    v.description(
      'Number of HTTP requests in this entry. More than 1 if several refusals of one key within ten seconds were combined.',
    ),
  ),
  calls: v.pipe(
    v.array(callsSchema),
    v.description('Calls of the request, grouped by method, outcome and error code.'),
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

/** A request in the examples of the OpenAPI document. */
export const requestExample = {
  requestId: '01K9XB7A6C8W2N4JQ0V5R3TZME',
  keyId: 'key_01K9XB7A6C8W2N4JQ0V5R3TZME',
  at: '2026-11-20T14:24:51.113Z',
  network: 'mainnet',
  outcome: 'ok',
  status: 200,
  calls: [{ method: 'getHealth', outcome: 'ok', errorCode: null, count: 1 }],
  count: 1,
  durationMs: 31,
  upstreamMs: 24,
  requestBytes: 46,
  responseBytes: 39,
};

export type RequestView = v.InferOutput<typeof requestSchema>;

const columnNames = v.keyof(requestSchema).options;

export const toRequestView = (record: RequestRecord): RequestView =>
  v.parse(requestSchema, {
    ...Object.fromEntries(columnNames.map((name) => [name, record[name] ?? null])),
    at: toTimestamp(record.at),
    count: record.count ?? 1,
    calls: withoutTries(record.calls).map((call) => ({ method: null, errorCode: null, ...call })),
  });

type Calls = readonly {
  readonly method: string | null;
  readonly errorCode: number | null;
  readonly count: number;
}[];

/** A request in the dashboard, too, whose API client takes every outcome. */
type RequestRow = { readonly [N in Exclude<keyof RequestView, 'calls'>]: CsvCell } & { readonly calls: Calls };

/** `methods` and `errorCodes` list those of the request's calls, each once. */
const callColumns: Columns<RequestRow> = {
  calls: ({ calls }) => calls.reduce((sum, { count }) => sum + count, 0),
  methods: ({ calls }) => listed(calls.map(({ method }) => method)),
  errorCodes: ({ calls }) => listed(calls.map(({ errorCode }) => errorCode)),
};

/** The columns of a CSV file: those of {@link requestSchema}, with three for `calls`. */
export const requestColumns: Columns<RequestRow> = Object.fromEntries(
  columnNames.flatMap((name) =>
    name === 'calls' ? Object.entries(callColumns) : [[name, (row: RequestRow) => row[name]]],
  ),
);

/** A single code stays a number: as text, a negative one would get the apostrophe of formulas. */
function listed(values: readonly (string | number | null)[]): string | number {
  const different = [...new Set(values.filter((value) => value !== null))];
  return different.length === 1 ? (different[0] ?? '') : different.join(' ');
}

export const requestsTable = ({ requests }: { readonly requests: readonly RequestView[] }): CsvTable =>
  tableOf(requestColumns, requests);

/** A record's calls as customers see them: a sum of refusals can have the same call with and without tries. */
export function withoutTries(calls: readonly CallCount[]): CallCount[] {
  const sums = new Map<string, CallCount>();
  for (const { tries: _, ...call } of calls) {
    const name = JSON.stringify([call.outcome, call.method, call.errorCode]);
    sums.set(name, { ...call, count: call.count + (sums.get(name)?.count ?? 0) });
  }
  return [...sums.values()];
}
