import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFunction } from '../../packages/cdk-local/functions/function-definition.ts';
import { loadTemplate, type Template } from '../../packages/cdk-local/template/template.ts';
import { testLocation } from '../../packages/cdk-local/test/template/template-file.ts';
import { genesisHashOf } from '../../packages/solana-node/network.ts';
import type { Network } from '../../src/network.ts';
import { readFunctionSettings } from '../../src/settings.ts';
import { context } from '../lib/synthesis.ts';
import { becomeCustomer, type Customer } from '../support/customer.ts';
import { type LaunchedProgram, launchProgram } from '../support/launch-program.ts';
import { runInHost } from '../support/program-host.ts';
import { call, post } from '../support/rpc.ts';
import { networks } from '../support/settings.ts';
import { type SettingsFile, settingsWithNetworks } from '../support/settings-file.ts';
import { type EthereumCustomer, viemCases } from './viem.cases.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

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
let gateway: LaunchedProgram;
let customer: Customer;
let synthesized: Promise<Template>;
let ofEthereum: EthereumCustomer;

beforeAll(async () => {
  settings = settingsWithNetworks([spare, ethereum]);
  const assembly = join(settings.folder, 'cdk.out');
  synthesized = synthesize(settings, assembly).then(() => loadAssembly(assembly));
  const options = ['--port', '0', '--config', settings.path];
  gateway = launchProgram(join(repository, 'bin/start.ts'), options, { cwd: settings.folder });
  await gateway.line(/^(Ready after)/m);
  customer = await becomeCustomer({ runtime: await entranceOf(gateway) }, 'grace@example.com');
  const { data } = await customer.client.POST('/v1/keys', { body: { name: 'viem' } });
  ofEthereum = {
    client: customer.client,
    url: await addressOf('eth-local'),
    keyId: data?.key.keyId ?? '',
    secret: data?.secret ?? '',
  };
});
afterAll(async () => {
  gateway?.child.kill('SIGINT');
  await Promise.allSettled([gateway?.ended, synthesized]);
  settings?.remove();
});

const addressOf = (name: string): Promise<string> => gateway.line(new RegExp(`^ {2}${name} +(http\\S+)$`, 'm'));

/** The user pool and the management API, as npm start prints them. */
async function entranceOf({ line }: LaunchedProgram) {
  const clientId = await line(/"ClientId":"([^"]+)"/);
  return {
    apiUrl: (await addressOf('management API')).replace(/\/v1$/, ''),
    userPool: { url: await addressOf('user pool'), id: '', clientId },
    confirmationCode: (email: string) =>
      line(new RegExp(`Mail to ${RegExp.escape(email)}\n[\\s\\S]+? is (\\w{12})\\.`)),
  };
}

/** Runs the app as the CDK's command does with `-c stage=dev -c config=PATH`. */
async function synthesize({ path }: SettingsFile, assembly: string): Promise<void> {
  const env = {
    ...process.env,
    CDK_CONTEXT_JSON: JSON.stringify({ ...context(), stage: 'dev', config: path }),
    CDK_OUTDIR: assembly,
    // Validating the template takes the CDK longer than making it, and the judge has it validated.
    CDK_VALIDATION: 'false',
  };
  const script = join(repository, 'bin/sluice.ts');
  expect(await runInHost({ script, args: [], cwd: repository, env, input: '' })).toMatchObject({ code: 0 });
}

const loadAssembly = (assembly: string): Template =>
  loadTemplate(join(assembly, 'Sluice-dev.template.json'), testLocation);

describe('networks that were added to the settings', () => {
  test('are in the template with an output and a route each, and beside the proxy with their nodes', async () => {
    const template = await synthesized;
    expect(Object.keys(template.outputs)).toEqual(expect.arrayContaining(['SpareEndpoint', 'EthLocalEndpoint']));
    const keys = template.ofType('AWS::ApiGatewayV2::Route').map(({ properties }) => properties.RouteKey);
    expect(keys).toEqual(expect.arrayContaining(['POST /spare', 'POST /eth-local']));
    const [proxy] = template
      .ofType('AWS::Lambda::Function')
      .filter(({ logicalId }) => logicalId.startsWith('DataPlaneProxy'));
    if (!proxy) throw new Error('The template has no proxy.');
    const read = readFunctionSettings({ LAMBDA_TASK_ROOT: readFunction(proxy, template.folder).folder });
    expect(read.networks).toEqual([...networks, spare, ethereum]);
  });

  test('have a node each under npm start, which the printed demo key can call', async () => {
    const demoKey = await gateway.line(/^Demo key: (slc_\w+)$/m);
    const { body } = await post(await addressOf('spare'), demoKey, call('getGenesisHash'));
    expect(JSON.parse(body).result).toBe(genesisHashOf('spare'));
    const answer = await post(await addressOf('eth-local'), demoKey, call('eth_chainId'));
    expect(JSON.parse(answer.body).result).toBe('0x7a69');
  });

  test('are in the management API with their addresses, and the dashboard may call them', async () => {
    const { data } = await customer.client.GET('/v1/endpoints');
    expect(data?.endpoints.map(({ network }) => network)).toEqual(everyNetwork);
    expect(data?.endpoints).toContainEqual({
      chain: 'ethereum',
      network: 'eth-local',
      url: await addressOf('eth-local'),
    });
    const page = await fetch(await addressOf('dashboard'));
    expect(page.headers.get('content-security-policy')).toContain(new URL(await addressOf('spare')).origin);
  });
});

describe('viem on an added network of Ethereum', () => viemCases(() => ofEthereum));
