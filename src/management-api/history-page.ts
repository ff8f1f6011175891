import * as v from 'valibot';
import { PublicNodeNames } from '../networks/public-node-names.ts';
import type { Plan } from '../plans.ts';
import {
  type HistoryPage,
  type HistoryPosition,
  type HistoryRequest,
  historyPositionSchema,
} from '../records/history.ts';
import { outcomes } from '../records/outcome.ts';
import type { RequestRecord } from '../records/record-schema.ts';
import { requestIdTime } from '../records/request-id.ts';
import { retainedFrom, retentionStart } from '../records/retention.ts';
import type { EpochMs } from '../time.ts';
import { type CursorScope, openCursor, sealCursor } from './cursor.ts';
import { searchTokens } from './history-tokens.ts';
import { requireNetwork } from './known-network.ts';
import type { OperationContext } from './operation.ts';
import { RefusedError } from './problems.ts';
import { toRequestView } from './request-view.ts';
import { parseTimestamp, timestampSchema, toTimestamp } from './schemas/field-schemas.ts';
import { cursorParameter, limitParameter, networkParameter, nextCursorSchema } from './schemas/list-parameters.ts';
import { type RequestView, requestSchema, requestsTable } from './schemas/request-schema.ts';

/** The parameters of every list of requests. */
export const historyQuery = v.strictObject({
  from: v.pipe(
    v.optional(timestampSchema),
    v.description('Start of the range, inclusive. Default: the start of your retained history.'),
  ),
  to: v.pipe(v.optional(timestampSchema), v.description('End of the range, exclusive. Default: no end.')),
  method: v.pipe(
    v.optional(v.string()),
    v.description(
      'Returns requests with at least one call of this method. `other`: a method that the chain does not define. `none`: ' +
        'no method could be read.',
    ),
  ),
  outcome: v.pipe(
    v.optional(v.picklist([...outcomes, 'error'])),
    v.description(
      'Returns requests with at least one call with this outcome. `error`: any outcome other than `ok`. With `method` or ' +
        '`errorCode`, the same call must match all of them.',
    ),
  ),
  errorCode: v.pipe(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^(-?\d{1,15}|other)$/, 'must be a whole number or `other`'),
        v.transform((code) => (code === 'other' ? code : Number(code))),
        v.union([v.pipe(v.number(), v.integer()), v.literal('other')]),
      ),
    ),
    v.description(
      'Returns requests with at least one call that a node answered with a JSON-RPC error with this code. `other`: a code ' +
        'that the chain does not define.',
    ),
  ),
  network: networkParameter,
  limit: limitParameter,
  cursor: cursorParameter,
});

/** The body of every list of requests. */
export const historySchema = v.object({
  requests: v.array(requestSchema),
  nextCursor: nextCursorSchema,
  historyFrom: v.pipe(timestampSchema, v.description('Start of your retained history. It depends on your plan.')),
});

export const historyDescription =
  'A filtered page can be short or empty and still have a next page, because each page reads a limited number of rows. ' +
  'New requests never shift a later page.';

type ReadHistory = (request: HistoryRequest) => Promise<HistoryPage>;

/** @param scope what identifies the list, besides its filters */
export async function loadHistory(
  scope: CursorScope,
  query: v.InferOutput<typeof historyQuery>,
  context: OperationContext,
  readHistory: ReadHistory,
) {
  const { records, read, nextCursor, historyFrom } = await loadRecords(scope, query, context, readHistory);
  const body = { requests: records.map(requestViewer(context)), nextCursor, historyFrom };
  return { status: 200, body, table: requestsTable(body), tokens: searchTokens(read) } as const;
}

/** Makes the function that shows a record to the customer. */
export function requestViewer({ deps }: OperationContext): (record: RequestRecord) => RequestView {
  const nodes = new PublicNodeNames(deps.settings.networks);
  return (record) => toRequestView(record, nodes);
}

/**
 * A page of records with what its answer says about it. `from` and `to` are the part of the range that the page covers.
 * @param scope what identifies the list, besides its filters
 */
export async function loadRecords(
  scope: CursorScope,
  { limit, cursor, ...filters }: RecordsQuery,
  context: OperationContext,
  readHistory: ReadHistory,
) {
  const { deps } = context;
  requireNetwork(filters.network, deps);
  const signingKey = await deps.signingKey();
  const list = [...scope, filters];
  const after = cursor === undefined ? undefined : openCursor(signingKey, list, historyPositionSchema, cursor);
  const range = rangeOf(filters, after, context);
  const { records, next, read, unreadable } = await readHistory({ ...filters, ...range, limit, after });
  for (const row of unreadable) deps.log.error('row_unreadable', row);
  const from = timeOf(next) ?? range.from;
  return {
    records,
    read,
    from: toTimestamp(from),
    to: toTimestamp(Math.max(from, timeOf(after) ?? Math.min(range.to, deps.clock()))),
    nextCursor: next && sealCursor(signingKey, list, next),
    historyFrom: toTimestamp(historyStart(context)),
  };
}

type RecordsQuery = Partial<v.InferOutput<typeof historyQuery>> & { readonly limit: number };

const timeOf = (position: HistoryPosition | null | undefined) => position && requestIdTime(position.requestId);

/** Without an active plan, an account keeps as much history as on the free plan. */
const historyPlan = ({ plan, deps }: OperationContext): Plan => plan ?? deps.plans.free;

/** The start of the account's retained history. */
export const historyStart = (context: OperationContext): EpochMs =>
  retentionStart(historyPlan(context), context.deps.clock());

type TimeRange = { readonly from?: string | undefined; readonly to?: string | undefined };

/**
 * The range to read. Only the first page refuses a range that starts before the retained history: while a client reads the
 * next pages, the start of the history moves on.
 */
function rangeOf(timeRange: TimeRange, after: HistoryPosition | undefined, context: OperationContext) {
  const start = historyStart(context);
  const asked = timeRange.from === undefined ? start : parseTimestamp(timeRange.from);
  const from = after ? Math.max(asked, start) : retainedFrom(historyPlan(context), asked, context.deps.clock());
  const to = timeRange.to === undefined ? Number.POSITIVE_INFINITY : parseTimestamp(timeRange.to);
  if (!after && asked >= to) throw new RefusedError('invalid_range', '`from` must be before `to`.');
  return { from, to };
}
