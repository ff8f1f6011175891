import * as v from 'valibot';
import { activityStart, listActivity } from '../../directory/activity.ts';
import { findKey } from '../../directory/directory-reads.ts';
import { openCursor, sealCursor } from '../cursor.ts';
import { type OperationContext, operation } from '../operation.ts';
import { activitySchema, toActivityView } from '../schemas/activity-schema.ts';
import { idParameter, timestampSchema, toTimestamp } from '../schemas/field-schemas.ts';
import { cursorParameter, limitParameter, nextCursorSchema } from '../schemas/list-parameters.ts';

const positionSchema = v.object({ version: v.number() });

const startFor = ({ plan, deps: { plans, clock } }: OperationContext) =>
  activityStart((plan ?? plans.free).historyDays, clock());

export const listAccountActivity = operation({
  id: 'listActivity',
  summary: 'List the changes of your account, your plan and your keys, newest first',
  description:
    'Who changed what, when and from where. The activity starts at `activityFrom`: as long ago as the history of your plan, ' +
    'and at least 30 days. Enrolling a second factor is not recorded. A page of one key can be short or empty and still have ' +
    'a next page. To poll, send the first `activityId` that you know as `after`, and follow `nextCursor` to the end. Nothing ' +
    'is skipped and nothing comes twice. With `If-None-Match`, a poll without changes is answered with 304.',
  etag: (context) => `${context.account.version} ${toTimestamp(startFor(context))}`,
  request: {
    query: v.strictObject({
      keyId: v.pipe(v.optional(idParameter), v.description('Returns the changes of one key, active or revoked.')),
      after: v.pipe(
        v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}$/, 'must be an activityId'), v.transform(Number), v.number())),
        v.description('An `activityId`. Returns the changes after it.'),
      ),
      limit: limitParameter,
      cursor: cursorParameter,
    }),
  },
  responses: {
    200: v.object({ activity: v.array(activitySchema), nextCursor: nextCursorSchema, activityFrom: timestampSchema }),
  },
  problems: ['invalid_cursor', 'key_not_found'],
  handle: async ({ query: { keyId, after, limit, cursor } }, context) => {
    const { accountId } = context.account;
    const { directory } = context.deps;
    if (keyId !== undefined) await findKey(directory, accountId, keyId);
    const signingKey = await context.deps.signingKey();
    const scope = ['listActivity', accountId, ...(keyId === undefined ? [] : [keyId]), ...(after ? [{ after }] : [])];
    const last = cursor === undefined ? undefined : openCursor(signingKey, scope, positionSchema, cursor);
    const from = startFor(context);
    const request = { from, limit, after, before: last?.version, keyId };
    const { rows, next } = await listActivity(directory, accountId, request);
    const nextCursor = next === undefined ? null : sealCursor(signingKey, scope, { version: next });
    return {
      status: 200,
      body: { activity: rows.map(toActivityView), nextCursor, activityFrom: toTimestamp(from) },
    };
  },
});
