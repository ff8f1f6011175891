import type { RecordedRequest } from '../api/api.ts';
import type { CsvCell } from '../format/csv.ts';

/** The columns of a CSV file, each with its value in a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

/** The most requests in an export: the newest. */
export const mostRequests = 100_000;

/** A row for each request, whose calls may have several methods and error codes. */
export const requestColumns: Columns<RecordedRequest> = {
  request_id: ({ requestId }) => requestId,
  at: ({ at }) => at,
  key_id: ({ keyId }) => keyId,
  network: ({ network }) => network,
  methods: ({ calls }) => [...new Set(calls.map(({ method }) => method ?? ''))].join(' ').trim(),
  calls: ({ calls }) => calls.reduce((sum, { count }) => sum + count, 0),
  outcome: ({ outcome }) => outcome,
  error_codes: ({ calls }) => errorCodes(calls),
  http_status: ({ status }) => status,
  requests: ({ count }) => count,
  duration_ms: ({ durationMs }) => durationMs,
  upstream_ms: ({ upstreamMs }) => upstreamMs,
  request_bytes: ({ requestBytes }) => requestBytes,
  response_bytes: ({ responseBytes }) => responseBytes,
};

/** A single code stays a number: as text, a negative one would get the apostrophe of formulas. */
function errorCodes(calls: RecordedRequest['calls']): string | number {
  const [first, ...others] = new Set(calls.flatMap(({ errorCode }) => errorCode ?? []));
  return first === undefined ? '' : others.length === 0 ? first : [first, ...others].join(' ');
}
