import * as v from 'valibot';
import { type Columns, type CsvCell, type CsvTable, tableOf } from '../../csv.ts';
import { outcomes } from '../../records/outcome.ts';
import { timestampSchema, wholeNumber } from './field-schemas.ts';

const callsSchema = v.object({
  method: v.pipe(
    v.nullable(v.string()),
    v.description('null if no method could be read from the request, or if its key was refused before it was read.'),
  ),
  outcome: v.picklist(outcomes),
  errorCode: v.pipe(
    v.nullable(wholeNumber),
    v.description("Code of the node's JSON-RPC error. null if there was no such error."),
  ),
  count: v.pipe(wholeNumber, v.description('Number of calls with this method, outcome and error code.')),
});

const triesSchema = v.object({
  node: v.pipe(v.nullable(v.string()), v.description('null if the network does not have it any more.')),
  end: v.pipe(
    v.picklist(['answered', 'unanswered', 'failed', 'cancelled']),
    v.description('`failed`: a fault of the node. `cancelled`: the calls were over a limit.'),
  ),
  calls: wholeNumber,
});

/**
 * The columns of the history, for the API's answers, its CSV, the dashboard's and the operator's exports: a line here adds
 * one, with the value of the record's field of that name, or null (src/management-api/request-view.ts). New columns go to the end: programs may read the cells
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
      'Number of HTTP requests in this entry. More than 1 if many requests of one key were refused within a minute.',
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
  requestBytes: v.pipe(wholeNumber, v.description('0 if the key was refused: the request was not read.')),
  responseBytes: wholeNumber,
  tries: v.pipe(v.array(triesSchema), v.description('Which nodes got the calls, in order.')),
  countedAt: v.pipe(
    v.nullable(timestampSchema),
    v.description('The second whose limits the calls used. null if they were not admitted.'),
  ),
  countedCalls: v.pipe(wholeNumber, v.description('Calls that use the daily quota, without those given back.')),
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
  tries: [{ node: 'Node 1', end: 'answered', calls: 1 }],
  countedAt: '2026-11-20T14:24:51.000Z',
  countedCalls: 1,
};

export type RequestView = v.InferOutput<typeof requestSchema>;

export const requestColumnNames = v.keyof(requestSchema).options;

type Calls = readonly {
  readonly method: string | null;
  readonly errorCode: number | null;
  readonly count: number;
}[];

type Tries = readonly { readonly node: string | null; readonly end: string }[];

/** A request in the dashboard, too, whose API client takes every outcome. */
type RequestRow = { readonly [N in Exclude<keyof RequestView, 'calls' | 'tries'>]: CsvCell } & {
  readonly calls: Calls;
  /** The API of the version before has none. */
  readonly tries?: Tries;
};

/** `methods` and `errorCodes` list those of the request's calls, each once. */
const callColumns: Columns<RequestRow> = {
  calls: ({ calls }) => calls.reduce((sum, { count }) => sum + count, 0),
  methods: ({ calls }) => listed(calls.map(({ method }) => method)),
  errorCodes: ({ calls }) => listed(calls.map(({ errorCode }) => errorCode)),
};

/** `Node 2 failed > Node 1 answered`. */
const triesCell = ({ tries = [] }: RequestRow): string =>
  tries.map(({ node, end }) => `${node ?? 'Former node'} ${end}`).join(' > ');

/** The columns of a CSV file: those of {@link requestSchema}, with three for `calls`, and text for `tries`. */
export const requestColumns: Columns<RequestRow> = Object.fromEntries(
  requestColumnNames.flatMap((name) => {
    if (name === 'calls') return Object.entries(callColumns);
    return [[name, name === 'tries' ? triesCell : (row: RequestRow) => row[name]]];
  }),
);

/** A single code stays a number: as text, a negative one would get the apostrophe of formulas. */
function listed(values: readonly (string | number | null)[]): string | number {
  const different = [...new Set(values.filter((value) => value !== null))];
  return different.length === 1 ? (different[0] ?? '') : different.join(' ');
}

export const requestsTable = ({ requests }: { readonly requests: readonly RequestView[] }): CsvTable =>
  tableOf(requestColumns, requests);
