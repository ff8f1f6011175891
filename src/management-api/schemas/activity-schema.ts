import * as v from 'valibot';
import { type ActivityRow, activityActions } from '../../directory/activity.ts';
import { timestampSchema, toTimestamp } from './field-schemas.ts';

const values = v.nullable(v.record(v.string(), v.union([v.string(), v.number()])));

export const activitySchema = v.object({
  activityId: v.pipe(v.string(), v.description('Unique within the account. Later changes have greater ids.')),
  at: timestampSchema,
  by: v.pipe(
    v.string(),
    v.description(
      '`customer`, `operator`, `billing` or `system` (automatic); for a leaked secret also `holder` (anyone who had it) or ' +
        '`github`. Other values may be added.',
    ),
  ),
  action: v.pipe(
    v.string(),
    v.description(`What was done. Other values may be added. Today: ${activityActions.join(', ')}.`),
  ),
  keyId: v.pipe(v.nullable(v.string()), v.description('The changed key. null if the change was not of one key.')),
  keyName: v.pipe(v.nullable(v.string()), v.description("The key's name at that time.")),
  address: v.pipe(
    v.nullable(v.string()),
    v.description('Network address of the client. null if it is unknown, or if not a customer made the change.'),
  ),
  client: v.pipe(v.nullable(v.string()), v.description('`User-Agent` of the client. null like `address`.')),
  tokenId: v.pipe(
    v.nullable(v.string()),
    v.description('The account token with which a program made the change. null if it was made without one.'),
  ),
  tokenName: v.pipe(v.nullable(v.string()), v.description("The token's name at that time.")),
  before: v.pipe(values, v.description('Changed values before the change.')),
  after: v.pipe(values, v.description('Changed values after the change.')),
});

export type ActivityView = v.InferOutput<typeof activitySchema>;

/** The machines of operators are not shown to customers. */
export const toActivityView = (row: ActivityRow): ActivityView => ({
  activityId: String(row.version),
  at: toTimestamp(row.at),
  by: row.by,
  action: row.action,
  keyId: row.keyId ?? null,
  keyName: row.keyName ?? null,
  address: (row.by === 'customer' && row.address) || null,
  client: (row.by === 'customer' && row.client) || null,
  tokenId: row.tokenId ?? null,
  tokenName: row.tokenName ?? null,
  before: row.before ?? null,
  after: row.after ?? null,
});
