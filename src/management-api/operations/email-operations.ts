import * as v from 'valibot';
import { confirmEmailChange, requestEmailChange } from '../../accounts/email-change.ts';
import { changeOperation } from '../operation.ts';
import { accountSchema, toAccountView } from '../schemas/account-schemas.ts';
import { emailSchema, emptySchema, passwordSchema } from '../schemas/user-schemas.ts';

export const changeAccountEmail = changeOperation({
  id: 'changeEmail',
  summary: 'Ask for a change of your email address',
  description:
    'Mails a code to the new address, unless it belongs to another account: the answer does not tell. Confirm it at the user pool (`VerifyUserAttribute`), then call ' +
    '`POST /v1/account/email/confirm`. Until then, you sign in with the old address.',
  request: { body: v.strictObject({ email: emailSchema, password: passwordSchema }) },
  responses: { 202: emptySchema },
  problems: ['wrong_password', 'user_not_found', 'address_taken'],
  handle: async ({ body }, { change, deps }) => {
    await requestEmailChange(deps, deps.settings.signUp, change, body);
    return { status: 202, body: {} };
  },
});

export const confirmAccountEmail = changeOperation({
  id: 'confirmEmail',
  summary: 'Make the email address that you have confirmed your own',
  description:
    'Ends all your sessions if the address has changed. The activity has the change with both addresses (`email_changed`), ' +
    'and the old address gets a mail if the operator sends with Amazon SES. Without a confirmed change it changes nothing.',
  request: { body: emptySchema },
  responses: { 200: accountSchema },
  problems: ['user_not_found'],
  handle: async (_, { account, change, deps }) => {
    const changed = await confirmEmailChange(deps, deps.settings.signUp, account, change);
    return { status: 200, body: toAccountView(changed, deps.sale) };
  },
});
