import * as v from 'valibot';
import { outcomes } from '../../../src/records/outcome.ts';
import { usageSpans } from '../../../src/usage/usage-range.ts';
import type { UsageReport } from '../../../src/usage/usage-report.ts';
import { timestampSchema, toTimestamp } from './field-schemas.ts';

const count = v.pipe(v.number(), v.integer());

const latencySchema = v.pipe(
  v.object({ p50: v.number(), p95: v.number(), p99: v.number() }),
  v.description('In ms, of the calls that a node answered: exact up to 31 ms, beyond within 3.2 %'),
);

const callFigures = {
  calls: count,
  errors: v.pipe(count, v.description('Calls that ended in any other way than ok')),
  outcomes: v.pipe(
    v.record(v.string(), count),
    v.description(`Calls by outcome, of those outcomes that there were: ${outcomes.join(', ')}`),
  ),
};

/** How many calls there were and how they ended, as the API shows it. */
export const figuresSchema = v.object({
  ...callFigures,
  latency: v.pipe(v.nullable(latencySchema), v.description('Null where a node answered no call')),
  rpcErrorCodes: v.pipe(
    v.record(v.string(), count),
    v.description(
      'Calls that a node answered with an error, by its JSON-RPC code; `other` are codes that the chain does not have',
    ),
  ),
});

/** The same of one method's calls. */
export const methodFiguresSchema = v.object({
  ...callFigures,
  meanLatency: v.pipe(
    v.nullable(v.number()),
    v.description('The mean in ms, of the calls that a node answered; null where it answered none'),
  ),
});

/** A report of usage, as the API shows it. */
export const usageSchema = v.object({
  from: v.pipe(timestampSchema, v.description('The range asked for, widened to whole minutes, hours or UTC days')),
  to: timestampSchema,
  span: v.picklist(usageSpans),
  points: v.pipe(
    v.array(v.object({ at: timestampSchema, ...figuresSchema.entries })),
    v.description('One for each minute, hour or UTC day, in order, those without a call too'),
  ),
  total: figuresSchema,
  byMethod: v.pipe(
    v.record(v.string(), methodFiguresSchema),
    v.description('`other` are methods that the chain does not have, `none` requests in which none could be read'),
  ),
  byNetwork: v.record(v.string(), figuresSchema),
});

export type UsageView = v.InferOutput<typeof usageSchema>;

export const toUsageView = ({ from, to, points, ...rest }: UsageReport): UsageView => ({
  ...rest,
  from: toTimestamp(from),
  to: toTimestamp(to),
  points: points.map(({ at, ...figures }) => ({ at: toTimestamp(at), ...figures })),
});
