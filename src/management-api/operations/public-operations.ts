import * as v from 'valibot';
import { recoverAccount } from '../../accounts/recover-account.ts';
import { signUp } from '../../accounts/sign-up.ts';
import { publicOperation } from '../public-operation.ts';
import { emailSchema, emptySchema, passwordSchema } from '../schemas/user-schemas.ts';

export const requestSignUp = publicOperation({
  id: 'signUp',
  summary: 'Ask for a sign-up code',
  description:
    'Needs no token. Mails a code to the address: your first password, valid for one day. Sign in with it at the user ' +
    'pool, which asks for a new password (`NEW_PASSWORD_REQUIRED`). A new code voids the old one. The answer does not tell ' +
    'whether the address has an account.',
  request: { body: v.strictObject({ email: emailSchema }) },
  responses: { 202: emptySchema },
  problems: ['sign_up_refused'],
  handle: async ({ body }, { origin, deps }) => {
    await signUp(deps, body.email, origin.address ?? '');
    return { status: 202, body: {} };
  },
});

export const useRecoveryCode = publicOperation({
  id: 'recover',
  summary: 'Turn off a lost second factor with a recovery code',
  description:
    'Needs no token. Turns the second factor off, spends the code and ends all sessions. Sign in again with your password ' +
    'alone. The answer is the same for every wrong combination.',
  request: {
    body: v.strictObject({
      email: emailSchema,
      password: passwordSchema,
      code: v.pipe(v.string(), v.maxLength(64, 'must have at most 64 characters')),
    }),
  },
  responses: { 200: emptySchema },
  problems: ['recovery_refused', 'account_busy'],
  handle: async ({ body }, { origin, deps }) => {
    await recoverAccount(deps, body, origin);
    return { status: 200, body: {} };
  },
});
