import { afterEach, describe, expect, test } from '@jest/globals';
import { createLogLineFormatter } from '../../http-api/access-log.ts';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import { type Options, type Running, serve } from './test-api.ts';

const format = JSON.stringify({
  requestId: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  path: '$context.path',
  routeKey: '$context.routeKey',
  keyId: '$context.authorizer.keyId',
  status: '$context.status',
  length: '$context.responseLength',
  latency: '$context.responseLatency',
  authorizerError: '$context.authorizer.error',
  integrationError: '$context.integrationErrorMessage',
  error: '$context.error.message',
});

let api: Running;
async function lineOf(options: Options, init: RequestInit = {}) {
  const changes = { Stage: { AccessLogSettings: { DestinationArn: 'arn', Format: format } }, ...options.changes };
  api = await serve({ clock: () => Date.UTC(2026, 0, 2), ...options, changes });
  await api.post('/', init);
  expect(api.log).toHaveLength(1);
  return JSON.parse(api.log[0] ?? '');
}
afterEach(() => api?.stop());

describe('the access log', () => {
  test('has a line in the stage’s format, with the authorizer’s context', async () => {
    const line = await lineOf({ authorizer: () => ({ isAuthorized: true, context: { keyId: 'key_1' } }) });
    expect(line).toEqual({
      requestId: expect.stringMatching(/=$/),
      time: '02/Jan/2026:00:00:00 +0000',
      ip: '127.0.0.1',
      path: '/',
      routeKey: 'POST /',
      keyId: 'key_1',
      status: '200',
      length: '8',
      latency: '0',
      authorizerError: '-',
      integrationError: '-',
      error: '-',
    });
  });

  test('shows the gateway’s answer of a refusal, without the denied context', async () => {
    const line = await lineOf({ authorizer: () => ({ isAuthorized: false, context: { keyId: 'key_1' } }) });
    expect(line).toMatchObject({ status: '403', error: 'Forbidden', keyId: '-' });
  });

  test('shows why the authorizer could not be called', async () => {
    const line = await lineOf({ changes: { MayAuthorize: undefined } });
    expect(line.authorizerError).toContain("doesn't have permissions to call the authorizer");
  });

  test('shows the error of the integration', async () => {
    const proxy = () => Promise.reject(new Error('out of luck'));
    const line = await lineOf({ proxy });
    expect(line).toMatchObject({ status: '500', integrationError: expect.stringContaining('out of luck') });
  });

  test('stays JSON whatever a client sends', async () => {
    const keyId = '"},\\{"x":"';
    const authorizer = ({ headers }: { headers: Record<string, string> }) => ({
      isAuthorized: true,
      context: { keyId: headers['x-api-key'] },
    });
    expect((await lineOf({ authorizer }, { headers: { 'X-API-KEY': keyId } })).keyId).toBe(keyId);
  });

  test('refuses an unknown variable', () => {
    expect(() => createLogLineFormatter('$context.requestId $context.identity.caller')).toThrow(
      UnsupportedResourceError,
    );
    expect(() => createLogLineFormatter('$context.constructor')).toThrow('$context.constructor');
  });
});
