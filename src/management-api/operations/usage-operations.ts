import * as v from 'valibot';
import { findKey, findKeys } from '../../directory/directory-reads.ts';
import { dayMs } from '../../time.ts';
import { queryUsage, queryUsageByKey, type UsageRequest } from '../../usage/query-usage.ts';
import { bytesPerToken, maxReportTokens, queriesPerToken, ReadMeter } from '../../usage/read-meter.ts';
import { maxParts, querySplitUsage, type SplitReport, splitBy, splitOrders } from '../../usage/split-usage.ts';
import { maxReportPoints, usageSpans } from '../../usage/usage-range.ts';
import { requireNetwork } from '../known-network.ts';
import { type ManagementApiDeps, operation } from '../operation.ts';
import { idParameter, keyPathSchema, parseTimestamp, timestampSchema } from '../schemas/field-schemas.ts';
import { networkParameter } from '../schemas/list-parameters.ts';
import {
  keysUsageSchema,
  keysUsageTable,
  splitUsageSchema,
  splitUsageTable,
  toKeysUsageView,
  toSplitUsageView,
  toUsageView,
  usageSchema,
  usageTable,
} from '../schemas/usage-schema.ts';

const rangeQuery = v.strictObject({
  from: v.pipe(
    v.optional(timestampSchema),
    v.description('Start of the range, inclusive. Default: 24 hours before `to`.'),
  ),
  to: v.pipe(v.optional(timestampSchema), v.description('End of the range, exclusive. Default: now.')),
  span: v.optional(v.picklist(usageSpans), 'hour'),
  network: networkParameter,
});

const formatted = (count: number): string => count.toLocaleString('en-US');

const rangeDescription =
  'The range is extended to whole spans. It can have at most ' +
  `${formatted(maxReportPoints)} of them. Minutes are kept for 2 days, hours and days for 400 days. A call appears within ` +
  'about half a minute in `prod`, and within a few seconds in `dev` and locally. A report takes a token for each ' +
  `${bytesPerToken / 1_024} KB of tallies and each ${queriesPerToken} keys that it reads, and at most ${maxReportTokens}: a range with more is refused.`;

const description = `A time series, and totals by method, outcome and network. ${rangeDescription}`;

export const getKeyUsage = operation({
  id: 'getKeyUsage',
  summary: 'Get the usage of one key',
  description,
  request: { path: keyPathSchema, query: rangeQuery },
  responses: { 200: usageSchema },
  csv: true,
  etag: 'body',
  problems: ['invalid_range', 'key_not_found'],
  handle: async ({ path, query }, { account, deps }) => {
    const { keyId } = await findKey(deps.directory, account.accountId, path.keyId);
    return report({ accountId: account.accountId, keyId }, query, deps);
  },
});

export const getAccountUsage = operation({
  id: 'getUsage',
  summary: 'Get the combined usage of all your keys, including revoked keys',
  description,
  request: { query: rangeQuery },
  responses: { 200: usageSchema },
  csv: true,
  etag: 'body',
  problems: ['invalid_range'],
  handle: async ({ query }, { account, deps }) => {
    return report({ accountId: account.accountId }, query, deps);
  },
});

export const getUsageByKey = operation({
  id: 'getUsageByKey',
  summary: 'Get the usage of each of your keys, including revoked keys',
  description: `Keys without calls in the range are left out. ${rangeDescription}`,
  request: { query: rangeQuery },
  responses: { 200: keysUsageSchema },
  csv: true,
  etag: 'body',
  problems: ['invalid_range'],
  handle: async ({ query }, { account: { accountId }, deps }) => {
    const meter = new ReadMeter();
    const report = await queryUsageByKey(deps.usage, { accountId, ...requestOf(query, deps) }, deps.clock, meter);
    meter.addQueries(report.keys.length);
    const keys = await findKeys(
      deps.directory,
      accountId,
      report.keys.map(({ keyId }) => keyId),
    );
    const body = toKeysUsageView(report, keys);
    return { status: 200, body, table: keysUsageTable(body), tokens: meter.tokens };
  },
});

const defaultParts = 5;

const splitQuery = v.strictObject({
  ...rangeQuery.entries,
  by: v.pipe(v.picklist(splitBy), v.description('What the calls are split by.')),
  order: v.pipe(
    v.optional(v.picklist(splitOrders), 'calls'),
    v.description('Which parts to return: those with the most calls, or those with the most errors.'),
  ),
  parts: v.pipe(
    v.optional(v.pipe(v.string(), v.digits()), String(defaultParts)),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(maxParts),
    v.description(`Maximum number of parts. All others are combined. Default: ${defaultParts}.`),
  ),
  keyId: v.pipe(v.optional(idParameter), v.description('Id of a key. Default: all keys, including revoked keys.')),
});

export const getUsageSplit = operation({
  id: 'getUsageSplit',
  summary: 'Get the usage over time, split by key, method or network',
  description:
    'Calls and errors at each time, of the parts with the most of them and of all others combined. At each time they add ' +
    `up to those of \`GET /v1/usage\`. ${rangeDescription}`,
  request: { query: splitQuery },
  responses: { 200: splitUsageSchema },
  csv: true,
  etag: 'body',
  problems: ['invalid_range', 'key_not_found'],
  handle: async ({ query }, { account: { accountId }, deps }) => {
    const { by, order, parts } = query;
    const keyId = query.keyId && (await findKey(deps.directory, accountId, query.keyId)).keyId;
    const range = { accountId, keyId, ...requestOf(query, deps) };
    const meter = new ReadMeter();
    const report = await querySplitUsage(deps.usage, range, { by, order, parts }, deps.clock, meter);
    const body = toSplitUsageView(report, await namesOf(report, accountId, deps));
    return { status: 200, body, table: splitUsageTable(body), tokens: meter.tokens };
  },
});

const namesOf = async ({ by, parts }: SplitReport, accountId: string, { directory }: ManagementApiDeps) =>
  by === 'key'
    ? findKeys(
        directory,
        accountId,
        parts.map(({ id }) => id),
      )
    : new Map<string, never>();

type UsageOwner = Pick<UsageRequest, 'accountId' | 'keyId'>;

type RangeQuery = v.InferOutput<typeof rangeQuery>;

async function report(owner: UsageOwner, query: RangeQuery, deps: ManagementApiDeps) {
  const meter = new ReadMeter();
  const body = toUsageView(await queryUsage(deps.usage, { ...owner, ...requestOf(query, deps) }, deps.clock, meter));
  return { status: 200, body, table: usageTable(body), tokens: meter.tokens } as const;
}

/** @throws {RefusedError} for an unknown network */
function requestOf(query: RangeQuery, deps: ManagementApiDeps) {
  requireNetwork(query.network, deps);
  const { clock } = deps;
  const to = query.to === undefined ? clock() : parseTimestamp(query.to);
  const from = query.from === undefined ? to - dayMs : parseTimestamp(query.from);
  return { from, to, span: query.span, network: query.network };
}
