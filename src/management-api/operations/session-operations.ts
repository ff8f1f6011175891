import * as v from 'valibot';
import { changePassword } from '../../accounts/password.ts';
import { endSessions } from '../../accounts/sessions.ts';
import { changeOperation } from '../operation.ts';
import { emptySchema, passwordSchema } from '../schemas/user-schemas.ts';

export const signOutEverywhere = changeOperation({
  id: 'signOutEverywhere',
  summary: 'End all your sessions',
  description: 'Also the one that you use: your token is refused from the next request. Keys keep working.',
  request: { body: emptySchema },
  responses: { 200: emptySchema },
  problems: [],
  handle: async (_, { change, deps }) => {
    await endSessions(deps, change);
    return { status: 200, body: {} };
  },
});

export const changeAccountPassword = changeOperation({
  id: 'changePassword',
  summary: 'Change your password',
  description: 'Ends all your sessions, also the one that you use. Keys keep working.',
  request: { body: v.strictObject({ currentPassword: passwordSchema, newPassword: passwordSchema }) },
  responses: { 200: emptySchema },
  problems: ['weak_password', 'wrong_password'],
  handle: async ({ body }, { change, deps }) => {
    await changePassword(deps, change, body);
    return { status: 200, body: {} };
  },
});
