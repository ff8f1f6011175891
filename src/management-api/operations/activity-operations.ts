import * as v from 'valibot';
import { activityStart, listActivity } from '../../directory/activity.ts';
import { findKey } from '../../directory/directory-reads.ts';
import { openCursor, sealCursor } from '../cursor.ts';
import { operation } from '../operation.ts';
import { activitySchema, toActivityView } from '../schemas/activity-schema.ts';
import { idParameter, timestampSchema, toTimestamp } from '../schemas/field-schemas.ts';
import { cursorParameter, limitParameter, nextCursorSchema } from '../schemas/list-parameters.ts';

const positionSchema = v.object({ version: v.number() });

export const listAccountActivity = operation({
  id: 'listActivity',
  summary: 'List the changes of your account, your plan and your keys, newest first',
  description:
    'Who changed what, when and from where. The activity starts at `activityFrom`: as long ago as the history of your plan, ' +
    'and at least 30 days. Enrolling a second factor is not recorded. A page of one key can be short or empty and still have ' +
    'a next page.',
  request: {
    query: v.strictObject({
      keyId: v.pipe(v.optional(idParameter), v.description('Returns the changes of one key, active or revoked.')),
      limit: limitParameter,
      cursor: cursorParameter,
    }),
  },
  responses: {
    200: v.object({ activity: v.array(activitySchema), nextCursor: nextCursorSchema, activityFrom: timestampSchema }),
  },
  problems: ['invalid_cursor', 'key_not_found'],
  handle: async ({ query: { keyId, limit, cursor } }, { account: { accountId }, plan, deps }) => {
    const { directory, plans, clock } = deps;
    if (keyId !== undefined) await findKey(directory, accountId, keyId);
    const signingKey = await deps.signingKey();
    const scope = ['listActivity', accountId, ...(keyId === undefined ? [] : [keyId])];
    const after = cursor === undefined ? undefined : openCursor(signingKey, scope, positionSchema, cursor);
    const from = activityStart((plan ?? plans.free).historyDays, clock());
    const { rows, next } = await listActivity(directory, accountId, { from, limit, before: after?.version, keyId });
    const nextCursor = next === undefined ? null : sealCursor(signingKey, scope, { version: next });
    return {
      status: 200,
      body: { activity: rows.map(toActivityView), nextCursor, activityFrom: toTimestamp(from) },
    };
  },
});
