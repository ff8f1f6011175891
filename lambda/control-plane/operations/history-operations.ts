import * as v from 'valibot';
import { findKey } from '../../../src/directory/directory-reads.ts';
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
  from: v.pipe(v.optional(timestampSchema), v.description('The beginning of your history, where it is left out')),
  to: v.pipe(v.optional(timestampSchema), v.description('Not included; without an end, where it is left out')),
  method: v.pipe(
    v.optional(v.string()),
    v.description('A request fits when one of its calls does. `other` and `none` as in usage'),
  ),
  outcome: v.optional(v.picklist(outcomes)),
  network: v.optional(v.string()),
  limit: limitParameter,
  cursor: cursorParameter,
});

export const listRequests = operation({
  id: 'listRequests',
  summary: 'The history of a key, newest first',
  description:
    'A page may be short, or empty, and still have a next one: the work for one is bounded. Requests that come in ' +
    'between two pages change neither. History goes back as far as the plan keeps it, to `historyFrom`.',
  request: { path: keyPathSchema, query: historyQuery },
  responses: {
    200: v.object({ requests: v.array(requestSchema), nextCursor: nextCursorSchema, historyFrom: timestampSchema }),
  },
  problems: ['invalid_cursor', 'invalid_range', 'beyond_retention', 'key_not_found'],
  handle: async ({ path, query: { limit, cursor, ...filters } }, context) => {
    const { account, plan, deps: parts } = context;
    const { keyId } = await findKey(parts.directory, account.accountId, path.keyId);
    const signingKey = await parts.signingKey();
    const scope: CursorScope = ['listRequests', account.accountId, keyId, filters];
    const after = cursor === undefined ? undefined : openCursor(signingKey, scope, historyPositionSchema, cursor);
    const request = { ...filters, ...rangeOf(filters, after, context), limit, after };
    const { records, next, unreadable } = await queryHistory(parts.records, keyId, request, parts.clock);
    for (const requestId of unreadable) parts.log.error('row_unreadable', { keyId, requestId });
    const nextCursor = next && sealCursor(signingKey, scope, next);
    const historyFrom = toTimestamp(retentionStart(plan, parts.clock()));
    return { status: 200, body: { requests: records.map(toRequestView), nextCursor, historyFrom } };
  },
});

type Moments = { readonly from?: string | undefined; readonly to?: string | undefined };

/** The range asked for. A further page reads from where history begins by then: the first one was allowed. */
function rangeOf(moments: Moments, after: HistoryPosition | undefined, { plan, deps: parts }: OperationContext) {
  const now = parts.clock();
  const begin = retentionStart(plan, now);
  const asked = moments.from === undefined ? begin : parseTimestamp(moments.from);
  const from = after ? Math.max(asked, begin) : retainedFrom(plan, asked, now);
  const to = moments.to === undefined ? Number.POSITIVE_INFINITY : parseTimestamp(moments.to);
  if (!after && asked >= to) throw new RefusedError('invalid_range', 'The range must begin before it ends.');
  return { from, to };
}

export const getRequest = operation({
  id: 'getRequest',
  summary: 'One request of the history, by its id',
  request: { path: v.object({ ...keyPathSchema.entries, requestId: v.string() }) },
  responses: { 200: requestSchema },
  problems: ['key_not_found', 'request_not_found'],
  handle: async ({ path }, { account, plan, deps: parts }) => {
    const { keyId } = await findKey(parts.directory, account.accountId, path.keyId);
    const record = await findRecord(parts.records, keyId, path.requestId, parts.clock);
    if (!record || record.at < retentionStart(plan, parts.clock())) {
      throw new RefusedError('request_not_found', 'The history of this key has no request of that id.');
    }
    return { status: 200, body: toRequestView(record) };
  },
});
