import * as v from 'valibot';
import { type CsvTable, tableOf } from '../../csv.ts';
import { outcomes } from '../../records/outcome.ts';
import type { KeysReport } from '../../usage/query-usage.ts';
import { type SplitReport, splitBy } from '../../usage/split-usage.ts';
import { usageSpans } from '../../usage/usage-range.ts';
import type { UsageReport } from '../../usage/usage-report.ts';
import { keyUsageColumns, splitUsageColumns, splitUsageRows, usageColumns } from './csv-columns.ts';
import { timestampSchema, toTimestamp, wholeNumber } from './field-schemas.ts';

export const latencySchema = v.pipe(
  v.object({ p50: v.number(), p95: v.number(), p99: v.number() }),
  v.description(
    'Latency percentiles of calls answered by a node, in milliseconds. Exact up to 31 ms, above that within 3.2 %. Each call ' +
      'of a batch counts with the time of the whole batch.',
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

export const methodFiguresSchema = v.object({
  ...callFigures,
  meanLatency: v.pipe(
    v.nullable(v.number()),
    v.description('Mean latency of calls answered by a node, in milliseconds. null if no node answered a call.'),
  ),
});

const rangeEntries = {
  from: v.pipe(timestampSchema, v.description('Start of the range, inclusive, rounded down to a whole `span`.')),
  to: v.pipe(timestampSchema, v.description('End of the range, exclusive, rounded up to a whole `span`.')),
  // No picklist: the document would say that further values may appear.
  span: v.pipe(v.union(usageSpans.map((span) => v.literal(span))), v.description('The `span` of the request.')),
};

export const usageSchema = v.object({
  ...rangeEntries,
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

export const keysUsageSchema = v.object({
  ...rangeEntries,
  keys: v.pipe(
    v.array(
      v.object({
        keyId: v.string(),
        name: v.string(),
        state: v.picklist(['active', 'revoked']),
        ...figuresSchema.entries,
      }),
    ),
    v.description('Keys with calls in the range, including revoked keys, most calls first.'),
  ),
});

const countsEntries = {
  calls: v.pipe(v.array(wholeNumber), v.description('Number of calls at each time of `at`.')),
  errors: v.pipe(
    v.array(wholeNumber),
    v.description('Number of them with any outcome other than `ok`, at each time of `at`.'),
  ),
};

export const splitUsageSchema = v.object({
  ...rangeEntries,
  by: v.pipe(v.union(splitBy.map((by) => v.literal(by))), v.description('The `by` of the request.')),
  at: v.pipe(
    v.array(timestampSchema),
    v.description('Start of each `span`, oldest first, including those without calls.'),
  ),
  parts: v.pipe(
    v.array(
      v.object({
        id: v.pipe(v.string(), v.description('Id of the key, or name of the method or network.')),
        name: v.pipe(v.string(), v.description('Name of the key, method or network.')),
        ...countsEntries,
      }),
    ),
    v.description('The parts with the most calls, or with the most errors, most first.'),
  ),
  others: v.pipe(
    v.nullable(v.object({ count: v.pipe(wholeNumber, v.description('Number of combined parts.')), ...countsEntries })),
    v.description('All other parts with calls, combined. null if there are none.'),
  ),
});

export type SplitUsageView = v.InferOutput<typeof splitUsageSchema>;

export type KeysUsageView = v.InferOutput<typeof keysUsageSchema>;

export type UsageView = v.InferOutput<typeof usageSchema>;

export const toUsageView = ({ from, to, points, ...rest }: UsageReport): UsageView => ({
  ...rest,
  from: toTimestamp(from),
  to: toTimestamp(to),
  points: points.map(({ at, ...figures }) => ({ at: toTimestamp(at), ...figures })),
});

type KeyNames = ReadonlyMap<string, Pick<KeysUsageView['keys'][number], 'name' | 'state'>>;

/** @param names of the account's keys. A restored table may miss a key: it does not work any more. */
export const toKeysUsageView = ({ from, to, span, keys }: KeysReport, names: KeyNames): KeysUsageView => ({
  from: toTimestamp(from),
  to: toTimestamp(to),
  span,
  keys: keys.map(({ keyId, ...figures }) => {
    const { name, state } = names.get(keyId) ?? { name: keyId, state: 'revoked' };
    return { keyId, name, state, ...figures };
  }),
});

/** @param names of the account's keys by id; a method or network is its own name */
export const toSplitUsageView = (
  { from, to, at, parts, ...rest }: SplitReport,
  names: ReadonlyMap<string, { readonly name: string }>,
): SplitUsageView => ({
  ...rest,
  from: toTimestamp(from),
  to: toTimestamp(to),
  at: at.map(toTimestamp),
  parts: parts.map((part) => ({ ...part, name: names.get(part.id)?.name ?? part.id })),
});

export const splitUsageTable = (split: SplitUsageView): CsvTable => tableOf(splitUsageColumns, splitUsageRows(split));

export const usageTable = ({ points }: UsageView): CsvTable => tableOf(usageColumns, points);

export const keysUsageTable = ({ keys }: KeysUsageView): CsvTable => tableOf(keyUsageColumns, keys);
