import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { callChecks } from '../../../lambda/release/call-checks.ts';
import type { Network } from '../../../src/network.ts';
import type { Invoke } from '../../../src/release-checks/invoke-function.ts';
import { runChecks as runChecksOf } from '../../../src/release-checks/run-checks.ts';
import { networks } from '../../support/settings.ts';

const calledWith = v.object({ headers: v.object({ 'x-api-key': v.string() }) });
const versions = {
  authorizer: 'authorizer:2',
  proxy: 'proxy:3',
  tally: 'tally:4',
};
const requestId = '01K0000000000000000000000';
const headers = { 'X-Request-Id': requestId };
const ok = { statusCode: 200, headers, body: '{"jsonrpc":"2.0","id":1,"result":"ok"}' };
/** The gateway's own error. */
const failed = (statusCode: number, reason: string) => ({
  statusCode,
  headers,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32603, data: { reason, requestId } } }),
});
const good: Readonly<Record<string, unknown>> = {
  'authorizer:2 not a secret': { isAuthorized: false, context: {} },
  'authorizer:2': { isAuthorized: true, context: { keyId: 'pre-traffic-check' } },
  'proxy:3': ok,
  'tally:4': { batchItemFailures: [] },
};

const answering =
  (changes: Readonly<Record<string, unknown>> = {}): Invoke =>
  async (functionArn, event) =>
    replyOf({ ...good, ...changes }, functionArn, event);

/** The authorizer answers a malformed secret in another way. */
function replyOf(replies: Readonly<Record<string, unknown>>, functionArn: string, event: unknown): unknown {
  const isMalformed = JSON.stringify(event).includes('not a secret');
  return isMalformed ? replies[`${functionArn} not a secret`] : replies[functionArn];
}

const secretsOf = (of: readonly Network[]) => Object.fromEntries(of.map(({ network }) => [network, `of ${network}`]));
const runChecks = (of: typeof versions, invoke: Invoke, given: readonly Network[]) =>
  runChecksOf(callChecks(of, given, secretsOf(given)), invoke);
const health = networks.map(({ network }) => `the proxy answers getHealth on ${network}`);

describe('the checks of new versions', () => {
  test('pass if every version returns the expected result', async () => {
    expect(await runChecks(versions, answering(), networks)).toEqual([]);
  });

  test('invoke only the versions, the proxy once per network', async () => {
    const invoked: string[] = [];
    await runChecks(
      versions,
      async (functionArn, event) => {
        invoked.push(functionArn);
        return replyOf(good, functionArn, event);
      },
      networks,
    );
    expect(invoked).toEqual(['authorizer:2', 'authorizer:2', ...networks.map(() => 'proxy:3'), 'tally:4']);
  });

  test('make the health call of the network’s chain', async () => {
    const rows: readonly Network[] = [{ path: '/eth', chain: 'ethereum', network: 'eth-mainnet', upstreams: [] }];
    const asked: unknown[] = [];
    const invoke: Invoke = async (functionArn, event) => {
      if (functionArn !== versions.proxy) return replyOf(good, functionArn, event);
      asked.push(event);
      return ok;
    };
    expect(await runChecks(versions, invoke, rows)).toEqual([]);
    expect(asked).toMatchObject([{ rawPath: '/eth', body: expect.stringContaining('"eth_syncing"') }]);
  });

  test.each([
    ['is down, or answers 401, 403 or 429', failed(502, 'upstream_unavailable')],
    ['does not answer in time', failed(504, 'upstream_timeout')],
    ['is behind', { ...ok, body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"data":{"numSlotsBehind":42}}}' }],
    ['refuses the request', { ...ok, statusCode: 400, body: '{"error":{"data":{"reason":"x","requestId":"y"}}}' }],
    ['is something else', { ...ok, body: '<html>Sign in to the network</html>' }],
  ])('do not depend on a node that %s', async (_case, answer) => {
    expect(await runChecks(versions, answering({ 'proxy:3': answer }), networks)).toEqual([]);
  });

  test('name the gateway’s own error', async () => {
    const problems = await runChecks(versions, answering({ 'proxy:3': failed(503, 'limits_unavailable') }), networks);
    expect(problems.map(({ detail }) => detail)).toEqual(
      networks.map(() => 'result: the gateway failed: limits_unavailable'),
    );
  });

  test.each<[string, string, unknown, string[]]>([
    [
      'allows a malformed secret',
      'authorizer:2 not a secret',
      { isAuthorized: true },
      ['the authorizer refuses a malformed secret'],
    ],
    ['returns nothing', 'authorizer:2', undefined, ['the authorizer names the key of a secret']],
    ['cannot read', 'authorizer:2', { isAuthorized: true, context: {} }, ['the authorizer names the key of a secret']],
    ['does not find the key', 'proxy:3', { statusCode: 403, headers: {}, body: '{"message":"Forbidden"}' }, health],
    ['cannot check limits', 'proxy:3', failed(503, 'limits_unavailable'), health],
    ['fails', 'proxy:3', failed(500, 'internal_error'), health],
    ['refuses a valid call', 'proxy:3', failed(400, 'invalid_request'), health],
    ['has no place for the call', 'proxy:3', failed(429, 'quota_exceeded'), health],
    ['returns no HTTP answer', 'proxy:3', { errorMessage: 'boom' }, health],
    ['returns no request id', 'proxy:3', { ...ok, headers: {} }, health],
    ['returns no list of failures', 'tally:4', {}, ['the tally accepts an empty batch']],
    [
      'reports a failed record',
      'tally:4',
      { batchItemFailures: [{ itemIdentifier: '' }] },
      ['the tally accepts an empty batch'],
    ],
  ])('fail if a version %s: %s', async (_case, version, answer, expected) => {
    const problems = await runChecks(versions, answering({ [version]: answer }), networks);
    expect(problems.map(({ check }) => check)).toEqual(expected);
    for (const { detail } of problems) expect(detail).toMatch(/\w/);
  });

  test('fail with a reason each if the versions cannot be invoked', async () => {
    const problems = await runChecks(
      versions,
      async () => {
        throw new Error('not there');
      },
      networks,
    );
    expect(problems).toHaveLength(networks.length + 3);
    for (const { detail } of problems) expect(detail).toBe('Error: not there');
  });

  test('use the secret of the network', async () => {
    const used: string[] = [];
    await runChecks(
      versions,
      async (_, event) => {
        const called = v.safeParse(calledWith, event);
        if (called.success) used.push(called.output.headers['x-api-key']);
      },
      networks,
    );
    expect(used).toEqual(Object.values(secretsOf(networks)));
  });
});
