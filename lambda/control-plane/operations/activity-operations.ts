import * as v from 'valibot';
import { activityStart, listActivity } from '../../../src/directory/activity.ts';
import { openCursor, sealCursor } from '../cursor.ts';
import { operation } from '../operation.ts';
import { activitySchema, toActivityView } from '../schemas/activity-schema.ts';
import {
  cursorParameter,
  limitParameter,
  nextCursorSchema,
  timestampSchema,
  toTimestamp,
} from '../schemas/field-schemas.ts';

const positionSchema = v.object({ version: v.number() });

export const listAccountActivity = operation({
  id: 'listActivity',
  summary: 'List the changes of your account, your plan and your keys, newest first',
  description:
    'Who changed what, when and from where. The activity starts at `activityFrom`: as long ago as the history of your plan, ' +
    'and at least 30 days. Enrolling a second factor is not recorded.',
  request: { query: v.strictObject({ limit: limitParameter, cursor: cursorParameter }) },
  responses: {
    200: v.object({ activity: v.array(activitySchema), nextCursor: nextCursorSchema, activityFrom: timestampSchema }),
  },
  problems: ['invalid_cursor'],
  handle: async ({ query: { limit, cursor } }, { account: { accountId }, plan, deps }) => {
    const { directory, plans, clock } = deps;
    const signingKey = await deps.signingKey();
    const scope = ['listActivity', accountId];
    const after = cursor === undefined ? undefined : openCursor(signingKey, scope, positionSchema, cursor);
    const from = activityStart((plan ?? plans.free).historyDays, clock());
    const rows = await listActivity(directory, accountId, { from, limit, before: after?.version });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const nextCursor = last ? sealCursor(signingKey, scope, { version: last.version }) : null;
    return {
      status: 200,
      body: { activity: page.map(toActivityView), nextCursor, activityFrom: toTimestamp(from) },
    };
  },
});
