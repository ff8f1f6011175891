import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SignUpPolicy } from '../../src/settings.ts';
import { type WrittenSettings, writeFunctionSettings } from '../support/function-settings.ts';
import { readByFunctions } from '../support/settings.ts';

const before = { ...process.env };
let written: WrittenSettings | undefined;
beforeEach(() => {
  jest.resetModules();
});
afterEach(() => {
  written?.remove();
  process.env = { ...before };
});

/** Loads the function as Lambda does, with the settings beside it. */
async function load(signUp: SignUpPolicy): Promise<(event: unknown) => Promise<unknown>> {
  written = writeFunctionSettings({ ...readByFunctions, signUp });
  Object.assign(process.env, written.variables);
  return (await import('../../lambda/sign-up-check.ts')).handler;
}

/** An event as the Cognito Developer Guide describes it ("Pre sign-up Lambda trigger"). */
const eventOf = (triggerSource: string, userAttributes: Record<string, string>) => ({
  version: '1',
  region: 'eu-west-1',
  userPoolId: 'eu-west-1_pool',
  userName: '6ab3e4d2-0000-4000-8000-000000000000',
  callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: 'client' },
  triggerSource,
  request: { userAttributes, validationData: null, clientMetadata: { source: 'dashboard' } },
  response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
});

describe('the function that the user pool calls before it creates a user', () => {
  test('returns the event unchanged for a visitor of an allowed domain', async () => {
    const handler = await load({ emailDomains: ['example.com'] });
    const event = eventOf('PreSignUp_SignUp', { email: 'Ada@Example.com' });
    expect(await handler(structuredClone(event))).toEqual(event);
  });

  test.each([
    ['a visitor of another domain', 'PreSignUp_SignUp', { email: 'ada@example.org' }],
    ['a visitor without an address', 'PreSignUp_SignUp', {}],
    ['a user of another identity provider', 'PreSignUp_ExternalProvider', { email: 'ada@example.org' }],
  ])('refuses %s with a message for them', async (_, source, attributes) => {
    const handler = await load({ emailDomains: ['example.com'] });
    await expect(handler(eventOf(source, attributes))).rejects.toMatchObject({
      code: 'sign_up_refused',
      message: expect.stringContaining('example.com'),
    });
  });

  test.each<SignUpPolicy>(['closed', { emailDomains: ['example.com'] }])(
    'lets the operator create every user (%j)',
    async (signUp) => {
      const handler = await load(signUp);
      const event = eventOf('PreSignUp_AdminCreateUser', { email: 'ada@example.org' });
      expect(await handler(event)).toEqual(event);
    },
  );

  test('rejects what is not an event of Cognito', async () => {
    const handler = await load('open');
    for (const event of [undefined, {}, { triggerSource: 'PreSignUp_SignUp' }]) {
      await expect(handler(event)).rejects.toMatchObject({ name: 'ValiError' });
    }
  });
});
