import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serveTemplate } from '../../bin/start/serve-template.ts';
import { parseSettings } from '../../lib/settings/settings.ts';
import { type Chain, startChain } from '../../packages/solana-node/chain.ts';
import { packedPackage } from '../package/packed.ts';
import fixedConfig from '../support/fixed.config.ts';
import { operate } from '../support/test-runtime.ts';
import { checkAndSynthesize, createExampleFolder } from './example-folder.ts';

type Resources = Readonly<Record<string, { readonly Type: string; readonly Properties: Record<string, unknown> }>>;

let folder: string;
let template: string;
let text: string;
/** It represents the example's nodes: the instances of the example run nothing. */
let node: Chain;
beforeAll(async () => {
  folder = createExampleFolder(packedPackage());
  const assembly = await checkAndSynthesize(folder, 'node-runners');
  template = join(assembly, 'NodeRunners.template.json');
  text = readFileSync(template, 'utf8');
  node = await startChain({ network: 'mainnet' });
});
afterAll(async () => {
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const resources = (): Resources => JSON.parse(text).Resources;

/** The logical id of the only resource of a type whose id begins like this. */
function idOf(type: string, start: string): string {
  const found = Object.entries(resources()).filter(([id, { Type }]) => Type === `AWS::${type}` && id.startsWith(start));
  expect(found).toHaveLength(1);
  return found[0]?.[0] ?? '';
}

const withoutResource = (id: string): string => {
  const { [id]: _, ...Resources } = resources();
  return JSON.stringify({ ...JSON.parse(text), Resources });
};

/** Serves the template where a local node represents the load balancer, and calls it with a new key. */
async function call(served: string) {
  writeFileSync(template, served);
  const upstreams = [{ url: 'http://solana.nodes.internal:8899', private: true }];
  const networks = [{ network: 'mainnet', chain: 'solana', path: '/', upstreams }];
  const group = idOf('EC2::SecurityGroup', 'SolanaLoadBalancerGroup');
  const local = new URL(node.url).host;
  const { gateway } = await serveTemplate({
    template,
    instances: { Rpc: { settings: parseSettings({ ...fixedConfig, networks }, 'this test') } },
    vpc: () => ({ nodes: [{ address: 'solana.nodes.internal:8899', local, group }] }),
  });
  const { runtime, newKey, stop } = operate(gateway('Rpc'));
  try {
    const { secret } = await newKey();
    const answer = await fetch(runtime.endpoints.mainnet ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': secret },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot' }),
    });
    const lines = runtime.logs().map(({ line }) => line);
    return { status: answer.status, body: await answer.json(), lines };
  } finally {
    await stop();
  }
}

describe('the example of a node behind an internal load balancer', () => {
  test('answers a call from the node, on this machine', async () => {
    const { status, body, lines } = await call(text);
    expect([status, body]).toEqual([200, { jsonrpc: '2.0', id: 1, result: expect.any(Number) }]);
    expect(lines.filter((line) => line.includes('vpc_connection_blocked'))).toEqual([]);
  });

  test.each([
    ['egress rule of the functions', 'EC2::SecurityGroupEgress', 'RpcVpcGroupToNodes', 'an egress rule of RpcVpcGroup'],
    [
      'ingress rule of the load balancer',
      'EC2::SecurityGroupIngress',
      'SolanaLoadBalancerGroupfrom',
      'an ingress rule of SolanaLoadBalancerGroup',
    ],
  ])('fails without the %s, and the log names it', async (_case, type, start, missing) => {
    const { status, body, lines } = await call(withoutResource(idOf(type, start)));
    expect([status, body]).toMatchObject([502, { error: { data: { reason: 'upstream_unavailable' } } }]);
    const pattern = new RegExp(`Missing: ${missing}\\w+ for TCP 8899 (to|from) \\w+\\.`);
    expect(lines).toContainEqual(expect.stringMatching(pattern));
  });

  test('fails without the endpoint for DynamoDB, and the log names it', async () => {
    const { status, lines } = await call(withoutResource(idOf('EC2::VPCEndpoint', 'RpcVpc')));
    expect(status).toBe(503);
    expect(lines).toContainEqual(expect.stringContaining('Missing: an endpoint for dynamodb in VpcInternalSubnet1'));
  });
});
