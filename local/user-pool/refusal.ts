import * as v from 'valibot';
import { faultOf } from './password-policy.ts';
import type { UserPool, UserPoolClient, UserPoolDefinitions } from './properties.ts';

/** An error as Amazon Cognito's JSON API answers it, with status 400. */
export type Refusal = { readonly __type: string; readonly message: string };

const byClient = v.object({ ClientId: v.string() });
const withPassword = v.object({ Password: v.string() });
const withFlow = v.object({ AuthFlow: v.string() });

/**
 * What a pool or client of the template refuses, and cognito-local would not: weak passwords, and ways to sign in that
 * the client does not allow. Undefined for everything else.
 */
export function refusalOf(operation: string, input: unknown, definitions: UserPoolDefinitions): Refusal | undefined {
  const client = v.is(byClient, input) ? definitions.clients.find(({ id }) => id === input.ClientId) : undefined;
  const pool = definitions.pools.find(({ id }) => id === client?.UserPoolId);
  if (!client || !pool) return undefined;
  if (operation === 'SignUp' || operation === 'ConfirmForgotPassword') return weakPassword(input, pool);
  return operation === 'InitiateAuth' ? disallowedFlow(input, client) : undefined;
}

function weakPassword(input: unknown, { Policies }: UserPool): Refusal | undefined {
  const fault = v.is(withPassword, input) && faultOf(input.Password, Policies.PasswordPolicy);
  if (!fault) return undefined;
  return { __type: 'InvalidPasswordException', message: `Password did not conform with policy: ${fault}` };
}

function disallowedFlow(input: unknown, { ExplicitAuthFlows }: UserPoolClient): Refusal | undefined {
  if (!v.is(withFlow, input)) return undefined;
  // REFRESH_TOKEN is another name of the same flow (InitiateAuth, "AuthFlow").
  const flow = input.AuthFlow === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : input.AuthFlow;
  if (ExplicitAuthFlows.includes(`ALLOW_${flow}`)) return undefined;
  return { __type: 'InvalidParameterException', message: `${flow} flow not enabled for this client` };
}
