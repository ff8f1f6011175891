import { type Columns, tableOf, toCsv } from '../../../../src/csv.ts';
import { requestColumns } from '../../../../src/management-api/schemas/request-schema.ts';
import type { RecordedRequest } from '../../../api/api.ts';
import { timesInName } from '../usage-csv.ts';
import type { AnalysisSum, MethodAnalysis } from './add-analyses.ts';

const methodColumns: Columns<MethodAnalysis> = {
  method: ({ method }) => method,
  calls: ({ calls }) => calls,
  errors: ({ errors }) => errors,
  answered: ({ answered }) => answered,
  inBatches: ({ inBatches }) => inBatches,
  p50Ms: ({ latency }) => latency?.p50,
  p95Ms: ({ latency }) => latency?.p95,
  p99Ms: ({ latency }) => latency?.p99,
};

export const methodsCsv = (methods: readonly MethodAnalysis[]): string => toCsv(tableOf(methodColumns, methods));

/** The columns of the history. */
export const requestsCsv = (requests: readonly RecordedRequest[]): string => toCsv(tableOf(requestColumns, requests));

/** A file name with the content and the part of the range that was read. */
export const analysisFile = (content: string, sum: Pick<AnalysisSum, 'from' | 'to'>): string =>
  `${content}_${timesInName(sum)}.csv`;
