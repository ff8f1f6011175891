import * as v from 'valibot';
import { requireSignUp } from '../src/accounts/sign-up-policy.ts';
import { readFunctionSettings } from '../src/settings.ts';

const { signUp } = readFunctionSettings(process.env);

/** Cognito's event (Amazon Cognito Developer Guide, "Pre sign-up Lambda trigger"). */
const eventSchema = v.looseObject({
  triggerSource: v.string(),
  request: v.looseObject({ userAttributes: v.looseObject({ email: v.optional(v.string(), '') }) }),
});

/**
 * The user pool calls it before it creates a user, and sends the message of an error to the visitor. The operator may
 * create any user.
 * @throws {SignUpRefusedError}
 */
export async function handler(event: unknown): Promise<unknown> {
  const { triggerSource, request } = v.parse(eventSchema, event);
  if (triggerSource !== 'PreSignUp_AdminCreateUser') requireSignUp(signUp, request.userAttributes.email);
  return event;
}
