import * as v from 'valibot';
import { onHttpEvents } from '../../../lambda/http-event.ts';
import { endSessionsAfterReset } from '../../../src/accounts/password-reset.ts';
import { sendSignUpMail } from '../../../src/accounts/sign-up-mail.ts';
import { createApi } from '../../../src/management-api/app.ts';
import type { ManagementApiDeps } from '../../../src/management-api/operation.ts';
import { createPublicApi } from '../../../src/management-api/public-app.ts';
import { authorizeToken } from '../../../src/tokens/authorize-token.ts';

const confirmation = v.looseObject({
  triggerSource: v.string(),
  userName: v.string(),
  request: v.looseObject({ userAttributes: v.looseObject({ email: v.string() }) }),
});

const authorization = v.object({ identitySource: v.tuple([v.string()]) });

type Handler = (event: unknown) => Promise<unknown>;

/** The functions of the stack that a customer reaches, by the beginnings of their names. */
export const handlersOf = (deps: ManagementApiDeps): Readonly<Record<string, Handler>> => ({
  ControlPlaneApiFunction: onHttpEvents(createApi(deps)),
  ControlPlanePublicApiFunction: onHttpEvents(
    createPublicApi({
      ...deps,
      leaks: { byHolder: 'report', gitHub: undefined },
      sendMail: (email) => sendSignUpMail({ ...deps, tellCustomer: undefined }, email),
      onLimit: () => {},
    }),
  ),
  ControlPlaneTokenAuthorizerFunction: async (event) => {
    const { identitySource } = v.parse(authorization, event);
    const identity = await authorizeToken(identitySource[0], deps);
    return { isAuthorized: identity !== undefined, context: { ...identity } };
  },
  ControlPlaneUserPoolUserConfirmedFunction: async (event) => {
    const { triggerSource, userName: accountId, request } = v.parse(confirmation, event);
    const { email } = request.userAttributes;
    if (triggerSource === 'PostConfirmation_ConfirmForgotPassword')
      await endSessionsAfterReset(deps, { accountId, email });
    return event;
  },
});
