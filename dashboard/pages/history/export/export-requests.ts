import { csvHeader, csvRowOf, csvType } from '../../../../src/csv.ts';
import { requestColumns } from '../../../../src/management-api/schemas/request-schema.ts';
import type { RecordedRequest } from '../../../api/api.ts';
import { mostRequests } from '../../../export/most-requests.ts';

export type ExportFormat = 'csv' | 'json';

/** How far an export is. */
export type ExportProgress = {
  readonly requests: number;
  /** The time of the last request read, ISO 8601; undefined before the first. */
  readonly backTo: string | undefined;
};

/** A finished export. */
export type ExportedRequests = ExportProgress & {
  readonly file: Blob;
  /** False if there are more requests than one export holds. */
  readonly isComplete: boolean;
};

type Writer = {
  readonly type: string;
  readonly start: string;
  readonly row: (request: RecordedRequest, index: number) => string;
  readonly end: (requests: number) => string;
};

const writers: Readonly<Record<ExportFormat, Writer>> = {
  csv: {
    type: csvType,
    start: csvHeader(requestColumns),
    row: (request) => csvRowOf(requestColumns, request),
    end: () => '',
  },
  json: {
    type: 'application/json',
    start: '[',
    row: (request, index) => `${index === 0 ? '' : ','}\n${JSON.stringify(request)}`,
    end: (requests) => (requests === 0 ? ']\n' : '\n]\n'),
  },
};

/** Writes pages of requests into one file as they arrive, up to the most that it holds. */
export async function exportRequests(
  pages: AsyncIterable<readonly RecordedRequest[]>,
  format: ExportFormat,
  onProgress: (progress: ExportProgress) => void,
  most = mostRequests,
): Promise<ExportedRequests> {
  const { type, start, row, end } = writers[format];
  // The browser may keep the pieces on disk, unlike one long text.
  const pieces = [new Blob([start])];
  let requests = 0;
  let backTo: string | undefined;
  let isComplete = true;
  for await (const page of pages) {
    const rest = page.slice(0, most - requests);
    isComplete = rest.length === page.length;
    const first = requests;
    pieces.push(new Blob([rest.map((request, index) => row(request, first + index)).join('')]));
    requests += rest.length;
    backTo = rest.at(-1)?.at ?? backTo;
    onProgress({ requests, backTo });
    if (!isComplete) break;
  }
  return { file: new Blob([...pieces, end(requests)], { type }), requests, backTo, isComplete };
}
