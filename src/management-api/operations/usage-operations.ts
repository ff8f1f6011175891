import * as v from 'valibot';
import { findKey, findKeys } from '../../directory/directory-reads.ts';
import { dayMs } from '../../time.ts';
import {
  maxReportItems,
  maxReportKeys,
  queryUsage,
  queryUsageByKey,
  type UsageRequest,
} from '../../usage/query-usage.ts';
import { maxReportPoints, usageSpans } from '../../usage/usage-range.ts';
import { requireNetwork } from '../known-network.ts';
import { type ManagementApiDeps, operation } from '../operation.ts';
import { keyPathSchema, parseTimestamp, timestampSchema } from '../schemas/field-schemas.ts';
import { networkParameter } from '../schemas/list-parameters.ts';
import {
  keysUsageSchema,
  keysUsageTable,
  toKeysUsageView,
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
  'about half a minute in `prod`, and within a few seconds in `dev` and locally. A report can read at most ' +
  `${formatted(maxReportItems)} tallies: one per key, network and minute or hour with calls, or one per key and day.`;

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
  description:
    `Keys without calls in the range are left out. At most ${formatted(maxReportKeys)} keys can have calls in it. ` +
    rangeDescription,
  request: { query: rangeQuery },
  responses: { 200: keysUsageSchema },
  csv: true,
  etag: 'body',
  problems: ['invalid_range'],
  handle: async ({ query }, { account: { accountId }, deps }) => {
    const report = await queryUsageByKey(deps.usage, { accountId, ...requestOf(query, deps) }, deps.clock);
    const keys = await findKeys(
      deps.directory,
      accountId,
      report.keys.map(({ keyId }) => keyId),
    );
    const body = toKeysUsageView(report, keys);
    return { status: 200, body, table: keysUsageTable(body) };
  },
});

type UsageOwner = Pick<UsageRequest, 'accountId' | 'keyId'>;

type RangeQuery = v.InferOutput<typeof rangeQuery>;

async function report(owner: UsageOwner, query: RangeQuery, deps: ManagementApiDeps) {
  const body = toUsageView(await queryUsage(deps.usage, { ...owner, ...requestOf(query, deps) }, deps.clock));
  return { status: 200, body, table: usageTable(body) } as const;
}

/** @throws {RefusedError} for an unknown network */
function requestOf(query: RangeQuery, deps: ManagementApiDeps) {
  requireNetwork(query.network, deps);
  const { clock } = deps;
  const to = query.to === undefined ? clock() : parseTimestamp(query.to);
  const from = query.from === undefined ? to - dayMs : parseTimestamp(query.from);
  return { from, to, span: query.span, network: query.network };
}
