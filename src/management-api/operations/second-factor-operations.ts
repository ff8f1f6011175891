import * as v from 'valibot';
import { requirePassword } from '../../accounts/password.ts';
import { createRecoveryCodes, disableSecondFactor, enableSecondFactor } from '../../accounts/second-factor.ts';
import { changeOperation } from '../operation.ts';
import { emptySchema, passwordSchema } from '../schemas/user-schemas.ts';

const body = v.strictObject({ password: passwordSchema });

const codesSchema = v.object({
  codes: v.pipe(
    v.nullable(v.array(v.string())),
    v.description('null for a repeated request: the first response had them. If you lost it, create new ones.'),
  ),
});

export const createAccountRecoveryCodes = changeOperation({
  id: 'createRecoveryCodes',
  summary: 'Create recovery codes for your second factor',
  description:
    'Ten codes; each turns the second factor off once (`POST /v1/recover`) if you have lost it. They are shown only in ' +
    'this response, and replace all earlier ones.',
  request: { body },
  responses: { 201: codesSchema },
  problems: ['wrong_password'],
  handle: async (request, { change, deps }) => {
    const codes = await createRecoveryCodes(deps, change, request.body.password);
    return { status: 201, body: { codes: codes ? [...codes] : null } };
  },
});

export const enableAccountSecondFactor = changeOperation({
  id: 'enableSecondFactor',
  summary: 'Turn on your second factor',
  description:
    'First set up an authenticator app at the user pool (`AssociateSoftwareToken`), and prove it with a code ' +
    '(`VerifySoftwareToken`). The response has ten recovery codes, which replace all earlier ones.',
  request: { body },
  responses: { 201: codesSchema },
  problems: ['wrong_password', 'second_factor_not_proved', 'user_not_found'],
  handle: async (request, { change, deps }) => {
    const codes = await enableSecondFactor(deps, change, request.body.password);
    return { status: 201, body: { codes: codes ? [...codes] : null } };
  },
});

export const disableAccountSecondFactor = changeOperation({
  id: 'disableSecondFactor',
  summary: 'Turn off your second factor',
  description: 'Your recovery codes are void.',
  request: { body },
  responses: { 200: emptySchema },
  problems: ['wrong_password', 'user_not_found'],
  handle: async (request, { account, change, deps }) => {
    await requirePassword(deps, account.accountId, request.body.password);
    await disableSecondFactor(deps, change);
    return { status: 200, body: {} };
  },
});
