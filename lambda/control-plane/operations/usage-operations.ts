import * as v from 'valibot';
import { findKey } from '../../../src/directory/directory-reads.ts';
import { dayMs } from '../../../src/time.ts';
import { maxReportItems, queryUsage, type UsageRequest } from '../../../src/usage/query-usage.ts';
import { maxReportPoints, usageSpans } from '../../../src/usage/usage-range.ts';
import { type ControlPlaneDeps, operation } from '../operation.ts';
import { keyPathSchema, parseTimestamp, timestampSchema } from '../schemas/field-schemas.ts';
import { toUsageView, usageSchema } from '../schemas/usage-schema.ts';

const rangeQuery = v.strictObject({
  from: v.pipe(v.optional(timestampSchema), v.description('A day before `to`, where it is left out')),
  to: v.pipe(v.optional(timestampSchema), v.description('Not included; now, where it is left out')),
  span: v.optional(v.picklist(usageSpans), 'hour'),
});

const description =
  `A series and totals by method, outcome and network. The range is widened to whole spans and has at most ${maxReportPoints} ` +
  'of them. Minutes are kept for two days, hours and days for 400. A call shows within half a minute. A report adds up ' +
  `at most ${maxReportItems} tallies: one for each key, network and minute or hour with calls, or one for each key and day.`;

export const getKeyUsage = operation({
  id: 'getKeyUsage',
  summary: 'The usage of one key',
  description,
  request: { path: keyPathSchema, query: rangeQuery },
  responses: { 200: usageSchema },
  problems: ['invalid_range', 'key_not_found'],
  handle: async ({ path, query }, { account, deps: parts }) => {
    const { keyId } = await findKey(parts.directory, account.accountId, path.keyId);
    return { status: 200, body: await report({ accountId: account.accountId, keyId }, query, parts) };
  },
});

export const getAccountUsage = operation({
  id: 'getUsage',
  summary: 'The usage of all your keys together, the revoked ones too',
  description,
  request: { query: rangeQuery },
  responses: { 200: usageSchema },
  problems: ['invalid_range'],
  handle: async ({ query }, { account, deps: parts }) => {
    return { status: 200, body: await report({ accountId: account.accountId }, query, parts) };
  },
});

type Whose = Pick<UsageRequest, 'accountId' | 'keyId'>;

async function report(whose: Whose, query: v.InferOutput<typeof rangeQuery>, { usage, clock }: ControlPlaneDeps) {
  const to = query.to === undefined ? clock() : parseTimestamp(query.to);
  const from = query.from === undefined ? to - dayMs : parseTimestamp(query.from);
  return toUsageView(await queryUsage(usage, { ...whose, from, to, span: query.span }, clock));
}
