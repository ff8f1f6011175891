import * as v from 'valibot';
import type { RequestRecord } from '../../records/record-schema.ts';
import { type analyzeRequests, topLength } from '../../usage/request-analysis.ts';
import { timestampSchema, wholeNumber } from './field-schemas.ts';
import { nextCursorSchema } from './list-parameters.ts';
import { type RequestView, requestSchema } from './request-schema.ts';
import { latencySchema } from './usage-schema.ts';

const methodSchema = v.object({
  calls: wholeNumber,
  errors: v.pipe(wholeNumber, v.description('Calls with any outcome other than `ok`.')),
  inBatches: v.pipe(
    wholeNumber,
    v.description('Calls answered by a node that were part of a batch. Each counts with the time of the whole batch.'),
  ),
  latency: v.pipe(v.nullable(latencySchema), v.description('null if no node answered a call.')),
  latencies: v.pipe(
    v.record(v.string(), wholeNumber),
    v.description('Number of calls answered by a node, by latency in milliseconds.'),
  ),
});

const topSchema = (order: string) =>
  v.pipe(
    v.array(requestSchema),
    v.description(`Up to ${topLength} requests, ${order} first. Entries that combine several requests are left out.`),
  );

export const analysisSchema = v.object({
  from: v.pipe(timestampSchema, v.description('Start of the part of the range that the figures cover.')),
  to: v.pipe(timestampSchema, v.description('End of the part of the range that the figures cover.')),
  requests: v.pipe(wholeNumber, v.description('Number of HTTP requests that the figures cover.')),
  byMethod: v.pipe(
    v.record(v.string(), methodSchema),
    v.description(
      '`other`: methods that the chain does not define. `none`: requests from which no method could be read.',
    ),
  ),
  slowest: topSchema('longest'),
  largest: topSchema('largest (request and response together)'),
  nextCursor: v.pipe(
    nextCursorSchema,
    v.description(
      'Cursor of the part before: send it as `cursor`, with the same filters. null if the range ends here.',
    ),
  ),
  historyFrom: v.pipe(timestampSchema, v.description('Start of your retained history. It depends on your plan.')),
});

type AnalysisView = v.InferOutput<typeof analysisSchema>;

export const toAnalysisView = (
  { slowest, largest, ...figures }: ReturnType<typeof analyzeRequests>,
  part: Pick<AnalysisView, 'from' | 'to' | 'nextCursor' | 'historyFrom'>,
  viewOf: (record: RequestRecord) => RequestView,
): AnalysisView => ({
  ...part,
  ...figures,
  slowest: slowest.map(viewOf),
  largest: largest.map(viewOf),
});
