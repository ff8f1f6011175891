import * as v from 'valibot';
import { findKey } from '../../../src/directory/directory-reads.ts';
import type { Plan } from '../../../src/plans.ts';
import { findRecord, type HistoryPosition, historyPositionSchema, queryHistory } from '../../../src/records/history.ts';
import { outcomes } from '../../../src/records/outcome.ts';
import { retainedFrom, retentionStart } from '../../../src/records/retention.ts';
import { type CursorScope, openCursor, sealCursor } from '../cursor.ts';
import { type OperationContext, operation } from '../operation.ts';
import { RefusedError } from '../problems.ts';
import {
  cursorParameter,
  keyPathSchema,
  limitParameter,
  nextCursorSchema,
  parseTimestamp,
  timestampSchema,
  toTimestamp,
} from '../schemas/field-schemas.ts';
import { requestSchema, toRequestView } from '../schemas/request-schema.ts';

const historyQuery = v.strictObject({
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
    v.optional(v.picklist(outcomes)),
    v.description(
      'Returns requests with at least one call with this outcome. With `method`, the same call must match both.',
    ),
  ),
  network: v.optional(v.string()),
  limit: limitParameter,
  cursor: cursorParameter,
});

export const listRequests = operation({
  id: 'listRequests',
  summary: 'List the requests of a key, newest first',
  description:
    'A filtered page can be short or empty and still have a next page, because each page reads a limited number of rows. ' +
    'New requests never shift a later page. History starts at `historyFrom`, which depends on your plan.',
  request: { path: keyPathSchema, query: historyQuery },
  responses: {
    200: v.object({ requests: v.array(requestSchema), nextCursor: nextCursorSchema, historyFrom: timestampSchema }),
  },
  problems: ['invalid_cursor', 'invalid_range', 'beyond_retention', 'key_not_found'],
  handle: async ({ path, query: { limit, cursor, ...filters } }, context) => {
    const { account, deps } = context;
    const { keyId } = await findKey(deps.directory, account.accountId, path.keyId);
    const signingKey = await deps.signingKey();
    const scope: CursorScope = ['listRequests', account.accountId, keyId, filters];
    const after = cursor === undefined ? undefined : openCursor(signingKey, scope, historyPositionSchema, cursor);
    const request = { ...filters, ...rangeOf(filters, after, context), limit, after };
    const { records, next, unreadable } = await queryHistory(deps.records, keyId, request, deps.chains, deps.clock);
    for (const requestId of unreadable) deps.log.error('row_unreadable', { keyId, requestId });
    const nextCursor = next && sealCursor(signingKey, scope, next);
    const historyFrom = toTimestamp(retentionStart(historyPlan(context), deps.clock()));
    return { status: 200, body: { requests: records.map(toRequestView), nextCursor, historyFrom } };
  },
});

/** Without an active plan, an account keeps as much history as on the free plan. */
const historyPlan = ({ plan, deps }: Pick<OperationContext, 'plan' | 'deps'>): Plan => plan ?? deps.plans.free;

type TimeRange = { readonly from?: string | undefined; readonly to?: string | undefined };

/**
 * The range to read. Only the first page refuses a range that starts before the retained history: while a client reads the
 * next pages, the start of the history moves on.
 */
function rangeOf(timeRange: TimeRange, after: HistoryPosition | undefined, context: OperationContext) {
  const plan = historyPlan(context);
  const now = context.deps.clock();
  const start = retentionStart(plan, now);
  const asked = timeRange.from === undefined ? start : parseTimestamp(timeRange.from);
  const from = after ? Math.max(asked, start) : retainedFrom(plan, asked, now);
  const to = timeRange.to === undefined ? Number.POSITIVE_INFINITY : parseTimestamp(timeRange.to);
  if (!after && asked >= to) throw new RefusedError('invalid_range', '`from` must be before `to`.');
  return { from, to };
}

export const getRequest = operation({
  id: 'getRequest',
  summary: 'Get one request of the history',
  request: { path: v.object({ ...keyPathSchema.entries, requestId: v.string() }) },
  responses: { 200: requestSchema },
  problems: ['key_not_found', 'request_not_found'],
  handle: async ({ path }, { account, plan, deps }) => {
    const { keyId } = await findKey(deps.directory, account.accountId, path.keyId);
    const record = await findRecord(deps.records, keyId, path.requestId, deps.clock);
    if (!record || record.at < retentionStart(historyPlan({ plan, deps }), deps.clock())) {
      throw new RefusedError('request_not_found', 'The history of this key has no request with this id.');
    }
    return { status: 200, body: toRequestView(record) };
  },
});
