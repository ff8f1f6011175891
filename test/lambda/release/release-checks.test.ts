import { describe, expect, test } from '@jest/globals';
import type { Invoke } from '../../../lambda/release/invoke-function.ts';
import { checkIdentity, runChecks } from '../../../lambda/release/release-checks.ts';
import type { Network } from '../../../src/network.ts';
import { networks, plans } from '../../support/settings.ts';

const versions = { authorizer: 'authorizer:2', proxy: 'proxy:3', tally: 'tally:4' };
const ok = { statusCode: 200, body: '{"jsonrpc":"2.0","id":1,"result":"ok"}' };
const good: Readonly<Record<string, unknown>> = {
  'authorizer:2': { isAuthorized: false, context: {} },
  'proxy:3': ok,
  'tally:4': { batchItemFailures: [] },
};

const answering =
  (changes: Readonly<Record<string, unknown>> = {}): Invoke =>
  async (functionArn) =>
    ({ ...good, ...changes })[functionArn];

const settings = { networks, plans: plans.all };
const health = networks.map(({ network }) => `getHealth on ${network} reports a healthy node`);

describe('the checks of new versions', () => {
  test('pass if every version returns the expected result', async () => {
    expect(await runChecks(versions, answering(), settings)).toEqual([]);
  });

  test('invoke only the versions, the proxy once per network', async () => {
    const invoked: string[] = [];
    await runChecks(
      versions,
      async (functionArn) => {
        invoked.push(functionArn);
        return good[functionArn];
      },
      settings,
    );
    expect(invoked).toEqual(['authorizer:2', ...networks.map(() => 'proxy:3'), 'tally:4']);
  });

  test.each([
    [{ result: false }, true],
    [{ result: { currentBlock: '0x1', highestBlock: '0x2' } }, false],
    [{ result: 'ok' }, false],
  ])('on Ethereum ask whether the node is syncing: with %j it is healthy: %j', async (body, isHealthy) => {
    const rows: readonly Network[] = [{ path: '/eth', chain: 'ethereum', network: 'eth-mainnet', upstreams: [] }];
    const asked: unknown[] = [];
    const invoke: Invoke = async (functionArn, event) => {
      if (functionArn !== versions.proxy) return good[functionArn];
      asked.push(event);
      return { statusCode: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }) };
    };
    const problems = await runChecks(versions, invoke, { ...settings, networks: rows });
    expect(asked).toMatchObject([{ routeKey: 'POST /eth', body: expect.stringContaining('"eth_syncing"') }]);
    expect(problems.map(({ check }) => check)).toEqual(
      isHealthy ? [] : ['eth_syncing on eth-mainnet reports a healthy node'],
    );
  });

  test.each<[string, string, unknown, string[]]>([
    [
      'authorizes an unknown secret',
      'authorizer:2',
      { isAuthorized: true },
      ['the authorizer refuses an unknown secret'],
    ],
    ['returns nothing', 'authorizer:2', undefined, ['the authorizer refuses an unknown secret']],
    ['returns an error', 'proxy:3', { ...ok, statusCode: 502 }, health],
    ['reports an unhealthy node', 'proxy:3', { ...ok, body: '{"error":{"code":-32005}}' }, health],
    ['returns something other than JSON', 'proxy:3', { ...ok, body: 'ok' }, health],
    ['returns no list of failures', 'tally:4', {}, ['the tally accepts an empty batch']],
    [
      'reports a failed record',
      'tally:4',
      { batchItemFailures: [{ itemIdentifier: '' }] },
      ['the tally accepts an empty batch'],
    ],
  ])('fail if a version %s: %s', async (_case, version, answer, expected) => {
    const problems = await runChecks(versions, answering({ [version]: answer }), settings);
    expect(problems.map(({ check }) => check)).toEqual(expected);
    for (const { detail } of problems) expect(detail).toMatch(/\w/);
  });

  test('fail with a reason each if the versions cannot be invoked', async () => {
    const problems = await runChecks(
      versions,
      async () => {
        throw new Error('not there');
      },
      settings,
    );
    expect(problems).toHaveLength(networks.length + 2);
    for (const { detail } of problems) expect(detail).toBe('Error: not there');
  });

  test('use a key that no customer has, on the fastest plan', async () => {
    const used: unknown[] = [];
    await runChecks(versions, async (_, event) => void used.push(event), settings);
    expect(checkIdentity.keyId).not.toMatch(/^key_/);
    const identities = used.filter((event) => JSON.stringify(event).includes(checkIdentity.keyId));
    expect(identities).toHaveLength(networks.length);
    for (const event of identities) expect(JSON.stringify(event)).toContain('"planId":"scale"');
  });
});
