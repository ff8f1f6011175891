import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import * as documents from '../../packages/construct/operator/documents.ts';
import { createOperator, type Operator } from '../../packages/construct/operator/operator.ts';
import { accountSchema } from '../../src/management-api/schemas/account-schemas.ts';
import { keySchema } from '../../src/management-api/schemas/key-schema.ts';
import { usageSchema } from '../../src/management-api/schemas/usage-schema.ts';
import { backend, type FunctionWorld, functionNames, region } from './function-world.ts';
import { type LambdaEndpoint, startLambdaEndpoint } from './lambda-endpoint.ts';

/** `sluice-cdk/operator` as programs use it, over the SDK's own client of Lambda. */
export function clientCases(running: () => FunctionWorld): void {
  let lambda: LambdaEndpoint;
  let operator: Operator;

  beforeAll(async () => {
    lambda = await startLambdaEndpoint(running());
    process.env.AWS_ENDPOINT_URL_LAMBDA = lambda.url;
    const credentials = async () => backend.credentials;
    operator = createOperator({ functionName: functionNames.all, region, credentials });
  });
  afterAll(() => {
    delete process.env.AWS_ENDPOINT_URL_LAMBDA;
    lambda?.stop();
  });

  test('a backend creates an account and a key, changes the plan, rotates and revokes, and is named in the activity', async () => {
    const account = await operator.accounts.create('client@example.com');
    expect(account).toMatchObject({ email: 'client@example.com', plan: { planId: 'free' } });
    const { accountId } = account;
    const { key, secret } = await operator.keys.create(accountId, '--json');
    expect([key.name, secret]).toEqual(['--json', expect.stringMatching(/^acme_/)]);
    expect((await operator.accounts.changePlan('client@example.com', 'business')).planId).toBe('business');
    const rotated = await operator.keys.rotate(accountId, key.keyId, { graceHours: 1 });
    expect(rotated.key.secrets).toHaveLength(2);
    expect((await operator.keys.show(accountId, key.keyId)).calls?.today).toBe(0);
    expect((await operator.keys.usage(accountId, key.keyId)).total.calls).toBe(0);
    expect((await operator.accounts.usage(accountId)).total.calls).toBe(0);
    expect((await operator.keys.revoke(accountId, key.keyId)).state).toBe('revoked');
    expect((await operator.keys.list(accountId)).map(({ state }) => state)).toEqual(['revoked']);
    expect((await operator.accounts.suspend(accountId)).state).toBe('suspended');
    expect((await operator.accounts.resume(accountId)).state).toBe('active');
    const rows = await operator.run(['accounts', 'activity', accountId]);
    const clients = rows.map((row) => v.parse(v.looseObject({ client: v.string() }), row).client);
    expect(new Set(clients)).toEqual(new Set([`operator function of ${backend.arn}`]));
    expect(await operator.run(['keys', 'find'], rotated.secret)).toMatchObject([{ refusedAs: 'key_revoked' }]);
  });

  test('all accounts are listed, page by page', async () => {
    const listed = await Array.fromAsync(operator.accounts.list());
    const { out } = await running().onCommandLine(['accounts', 'list', '--json']);
    expect(listed).toEqual(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
  });

  test.each<[string, () => Promise<unknown>, string, RegExp]>([
    ['an unknown account', () => operator.accounts.show('nobody'), 'not_found', /nobody/],
    ['an existing account', () => operator.accounts.create('client@example.com'), 'refused', /exists/],
    ['no address', () => operator.accounts.create('--json'), 'invalid_usage', /is not an email address/],
    ['an unknown command', () => operator.run(['accounts', 'fly']), 'invalid_usage', /Unknown command "accounts fly"/],
  ])('%s is an error with its code', async (_, run, code, message) => {
    await expect(run()).rejects.toMatchObject({ name: 'OperatorError', code, message: expect.stringMatching(message) });
  });

  test.each([
    [{ status: 403, type: 'AccessDeniedException' }, 'refused', /need lambda:InvokeFunction/],
    [{ status: 404, type: 'ResourceNotFoundException' }, 'not_found', /no such function/],
    [{ status: 429, type: 'TooManyRequestsException' }, 'unreachable', /was not run\. Lambda is busy/],
    [{ status: 500, type: 'ServiceException' }, 'no_answer', /may have run/],
    [{ functionError: 'Task timed out after 900.00 seconds' }, 'no_answer', /timed out .* may have run, or half/],
    ['lost' as const, 'no_answer', /did not arrive .* may have run/],
  ])('%j: the command is sent once, and the error says whether it may have run', async (failure, code, message) => {
    const sent = lambda.events.length;
    lambda.failNext(failure);
    await expect(operator.accounts.resume('client@example.com')).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(lambda.events.length - sent).toBe(1);
  });

  test('what is no name of a function is refused', () => {
    expect(() => createOperator({ functionName: 'https://evil.example' })).toThrow(/is not the name or the ARN/);
  });

  test('an ARN names the region', async () => {
    const functionName = `arn:aws:lambda:${region}:123456789012:function:${functionNames.all}`;
    const byArn = createOperator({ functionName, credentials: async () => backend.credentials });
    expect(await byArn.accounts.show('client@example.com')).toMatchObject({ email: 'client@example.com' });
  });

  describe('the shapes are those of the management API', () => {
    test.each([
      ['account', documents.accountSchema, accountSchema],
      ['key', documents.keySchema, keySchema],
      ['usage', documents.usageSchema, usageSchema],
    ])('%s', (_, own, api) => {
      expect(Object.keys(own.entries)).toEqual(Object.keys(api.entries));
    });
  });
}
