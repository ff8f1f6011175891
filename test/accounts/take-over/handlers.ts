import * as v from 'valibot';
import { createHandler } from '../../../lambda/control-plane/app.ts';
import type { ControlPlaneDeps } from '../../../lambda/control-plane/operation.ts';
import { createPublicHandler } from '../../../lambda/control-plane/public-app.ts';
import { endSessionsAfterReset } from '../../../src/accounts/password-reset.ts';
import { sendSignUpMail } from '../../../src/accounts/sign-up-mail.ts';

const confirmation = v.looseObject({
  triggerSource: v.string(),
  userName: v.string(),
  request: v.looseObject({ userAttributes: v.looseObject({ email: v.string() }) }),
});

type Handler = (event: unknown) => Promise<unknown>;

/** The functions of the stack that a customer reaches, by the beginnings of their names. */
export const handlersOf = (deps: ControlPlaneDeps): Readonly<Record<string, Handler>> => ({
  ControlPlaneApiFunction: createHandler(deps),
  ControlPlanePublicApiFunction: createPublicHandler({
    ...deps,
    sendMail: (email) => sendSignUpMail({ ...deps, tellCustomer: undefined }, email),
    onLimit: () => {},
  }),
  ControlPlaneUserPoolUserConfirmedFunction: async (event) => {
    const { triggerSource, userName: accountId, request } = v.parse(confirmation, event);
    const { email } = request.userAttributes;
    if (triggerSource === 'PostConfirmation_ConfirmForgotPassword')
      await endSessionsAfterReset(deps, { accountId, email });
    return event;
  },
});
