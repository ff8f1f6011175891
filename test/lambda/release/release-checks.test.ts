import { describe, expect, test } from '@jest/globals';
import { checkIdentity, runChecks } from '../../../lambda/release/release-checks.ts';
import type { Invoke } from '../../../src/aws/invoke.ts';
import { findPlan } from '../../../src/plans/plans.ts';
import { type RpcRoute, routes } from '../../../src/rpc-routes.ts';

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

const health = routes.map(({ network }) => `getHealth on ${network} says that the node is healthy`);

describe('the checks of new versions', () => {
  test('pass when every version answers as it should', async () => {
    expect(await runChecks(versions, answering())).toEqual([]);
  });

  test('invoke the versions and nothing else, the proxy once for each network', async () => {
    const invoked: string[] = [];
    await runChecks(versions, async (functionArn) => {
      invoked.push(functionArn);
      return good[functionArn];
    });
    expect(invoked).toEqual(['authorizer:2', ...routes.map(() => 'proxy:3'), 'tally:4']);
  });

  test.each([
    [{ result: false }, true],
    [{ result: { currentBlock: '0x1', highestBlock: '0x2' } }, false],
    [{ result: 'ok' }, false],
  ])('on Ethereum ask whether the node synchronizes: with %j it is healthy: %j', async (body, isHealthy) => {
    const rows: readonly RpcRoute[] = [{ path: '/eth', chain: 'ethereum', network: 'eth-mainnet' }];
    const asked: unknown[] = [];
    const invoke: Invoke = async (functionArn, event) => {
      if (functionArn !== versions.proxy) return good[functionArn];
      asked.push(event);
      return { statusCode: 200, body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }) };
    };
    const problems = await runChecks(versions, invoke, rows);
    expect(asked).toMatchObject([{ routeKey: 'POST /eth', body: expect.stringContaining('"eth_syncing"') }]);
    expect(problems.map(({ check }) => check)).toEqual(
      isHealthy ? [] : ['eth_syncing on eth-mainnet says that the node is healthy'],
    );
  });

  test.each<[string, string, unknown, string[]]>([
    ['lets anybody in', 'authorizer:2', { isAuthorized: true }, ['the authorizer refuses a secret that nobody has']],
    ['answers nothing', 'authorizer:2', undefined, ['the authorizer refuses a secret that nobody has']],
    ['answers with an error', 'proxy:3', { ...ok, statusCode: 502 }, health],
    ['says that the node is ill', 'proxy:3', { ...ok, body: '{"error":{"code":-32005}}' }, health],
    ['answers with no JSON', 'proxy:3', { ...ok, body: 'ok' }, health],
    ['answers with no failures', 'tally:4', {}, ['the tally takes an empty batch']],
    ['fails', 'tally:4', { batchItemFailures: [{ itemIdentifier: '' }] }, ['the tally takes an empty batch']],
  ])('fail when a version %s: %s', async (_case, version, answer, expected) => {
    const problems = await runChecks(versions, answering({ [version]: answer }));
    expect(problems.map(({ check }) => check)).toEqual(expected);
    for (const { detail } of problems) expect(detail).toMatch(/\w/);
  });

  test('fail, each with its reason, when the versions cannot be invoked', async () => {
    const problems = await runChecks(versions, async () => {
      throw new Error('not there');
    });
    expect(problems).toHaveLength(routes.length + 2);
    for (const { detail } of problems) expect(detail).toBe('Error: not there');
  });

  test('call as a key that no customer has, on a plan that there is', () => {
    expect(checkIdentity.keyId).not.toMatch(/^key_/);
    expect(findPlan(checkIdentity.planId)).toBeDefined();
  });
});
