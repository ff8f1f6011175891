import * as v from 'valibot';
import type { CsvTable } from '../../../src/csv.ts';
import { outcomes } from '../../../src/records/outcome.ts';
import { usageSpans } from '../../../src/usage/usage-range.ts';
import type { UsageReport } from '../../../src/usage/usage-report.ts';
import { timestampSchema, toTimestamp, wholeNumber } from './field-schemas.ts';

const latencySchema = v.pipe(
  v.object({ p50: v.number(), p95: v.number(), p99: v.number() }),
  v.description(
    'Latency percentiles of calls answered by a node, in milliseconds. Exact up to 31 ms, above that within 3.2 %.',
  ),
);

const callFigures = {
  calls: wholeNumber,
  errors: v.pipe(wholeNumber, v.description('Calls with any outcome other than `ok`.')),
  outcomes: v.pipe(
    v.record(v.string(), wholeNumber),
    v.description(`Number of calls by outcome. Outcomes without calls are left out. Outcomes: ${outcomes.join(', ')}.`),
  ),
};

/** Call counts, outcomes and latency over a time range. */
export const figuresSchema = v.object({
  ...callFigures,
  latency: v.pipe(v.nullable(latencySchema), v.description('null if no node answered a call.')),
  rpcErrorCodes: v.pipe(
    v.record(v.string(), wholeNumber),
    v.description(
      'Number of calls that a node answered with a JSON-RPC error, by error code. `other`: codes that the chain does not define.',
    ),
  ),
});

/** Call counts, outcomes and mean latency of one method. */
export const methodFiguresSchema = v.object({
  ...callFigures,
  meanLatency: v.pipe(
    v.nullable(v.number()),
    v.description('Mean latency of calls answered by a node, in milliseconds. null if no node answered a call.'),
  ),
});

export const usageSchema = v.object({
  from: v.pipe(timestampSchema, v.description('Start of the range, inclusive, rounded down to a whole `span`.')),
  to: v.pipe(timestampSchema, v.description('End of the range, exclusive, rounded up to a whole `span`.')),
  // No picklist: the document would say that further values may appear.
  span: v.pipe(v.union(usageSpans.map((span) => v.literal(span))), v.description('The `span` of the request.')),
  points: v.pipe(
    v.array(v.object({ at: timestampSchema, ...figuresSchema.entries })),
    v.description('One point per `span`, oldest first, including those without calls.'),
  ),
  total: figuresSchema,
  byMethod: v.pipe(
    v.record(v.string(), methodFiguresSchema),
    v.description(
      '`other`: methods that the chain does not define. `none`: requests from which no method could be read.',
    ),
  ),
  byNetwork: v.record(v.string(), figuresSchema),
});

/** A usage report in a response. */
export type UsageView = v.InferOutput<typeof usageSchema>;

export const toUsageView = ({ from, to, points, ...rest }: UsageReport): UsageView => ({
  ...rest,
  from: toTimestamp(from),
  to: toTimestamp(to),
  points: points.map(({ at, ...figures }) => ({ at: toTimestamp(at), ...figures })),
});

/** One row per point. Outcomes added later get columns at the end. */
export const usageTable = ({ points }: UsageView): CsvTable => ({
  columns: ['at', 'calls', 'errors', 'p50Ms', 'p95Ms', 'p99Ms', ...outcomes],
  rows: points.map(({ at, calls, errors, latency, outcomes: counts }) => [
    at,
    calls,
    errors,
    latency?.p50 ?? null,
    latency?.p95 ?? null,
    latency?.p99 ?? null,
    ...outcomes.map((outcome) => counts[outcome] ?? 0),
  ]),
});
