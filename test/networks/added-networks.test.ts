import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFunction } from '../../packages/cdk-local/functions/function-definition.ts';
import { genesisHashOf } from '../../packages/solana-node/network.ts';
import type { Network } from '../../src/network.ts';
import { readFunctionSettings } from '../../src/settings.ts';
import { becomeCustomer, type Customer } from '../support/customer.ts';
import { call, post } from '../support/rpc.ts';
import { networks } from '../support/settings.ts';
import { type SettingsFile, settingsWithNetworks } from '../support/settings-file.ts';
import { startTestRuntime, type TestRuntime } from '../support/test-runtime.ts';
import { type EthereumCustomer, viemCases } from './viem.cases.ts';

/** Not a real network's name, so that the repository may have any of those already. */
const spare: Network = {
  network: 'spare',
  chain: 'solana',
  path: '/spare',
  upstreams: [{ url: 'https://api.spare.solana.com' }],
};
const ethereum: Network = {
  network: 'eth-local',
  chain: 'ethereum',
  path: '/eth-local',
  upstreams: [{ url: 'https://eth.example' }],
};
const everyNetwork = [...networks.map(({ network }) => network), 'spare', 'eth-local'];

let settings: SettingsFile;
let local: TestRuntime;
let customer: Customer;
let ofEthereum: EthereumCustomer;

beforeAll(async () => {
  settings = settingsWithNetworks([spare, ethereum]);
  local = await startTestRuntime({}, { config: settings.path, demo: true });
  customer = await becomeCustomer(local, 'grace@example.com');
  const { data } = await customer.client.POST('/v1/keys', { body: { name: 'viem' } });
  ofEthereum = {
    client: customer.client,
    url: addressOf('eth-local'),
    keyId: data?.key.keyId ?? '',
    secret: data?.secret ?? '',
  };
});
afterAll(async () => {
  await local?.stop();
  settings?.remove();
});

const addressOf = (network: string): string => local.runtime.endpoints[network] ?? '';

describe('networks that were added to the settings', () => {
  test('are in the template with an output each, and beside the proxy with their nodes', () => {
    const { template } = local.runtime;
    expect(Object.keys(template.outputs)).toEqual(expect.arrayContaining(['SpareEndpoint', 'EthLocalEndpoint']));
    const [proxy] = template
      .ofType('AWS::Lambda::Function')
      .filter(({ logicalId }) => logicalId.startsWith('DataPlaneProxy'));
    if (!proxy) throw new Error('The template has no proxy.');
    const read = readFunctionSettings({ LAMBDA_TASK_ROOT: readFunction(proxy, template.folder).folder });
    // The runtime has replaced their nodes by local ones.
    const upstreams = [{ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+/) }];
    // anvil makes a block when there is a transaction. Whatever chain the nodes are on is expected.
    const onDemand = { ...ethereum, stalledAfterSeconds: 0 };
    expect(read.networks).toEqual(
      [...networks, spare, onDemand].map(({ genesisHash: _, ...network }) => ({ ...network, upstreams })),
    );
  });

  test('have a node each in the local runtime, which the demo key can call', async () => {
    const { demoKey = '' } = local.runtime;
    const { body } = await post(addressOf('spare'), demoKey, call('getGenesisHash'));
    expect(JSON.parse(body).result).toBe(genesisHashOf('spare'));
    const answer = await post(addressOf('eth-local'), demoKey, call('eth_chainId'));
    expect(JSON.parse(answer.body).result).toBe('0x7a69');
  });

  test('are in the management API with their addresses, and the dashboard may call them', async () => {
    const { data } = await customer.client.GET('/v1/endpoints');
    expect(data?.endpoints.map(({ network }) => network)).toEqual(everyNetwork);
    expect(data?.endpoints).toContainEqual({ chain: 'ethereum', network: 'eth-local', url: addressOf('eth-local') });
    const page = await fetch(local.runtime.dashboardUrl);
    expect(page.headers.get('content-security-policy')).toContain(new URL(addressOf('spare')).origin);
  });
});

describe('viem on an added network of Ethereum', () => viemCases(() => ofEthereum));
