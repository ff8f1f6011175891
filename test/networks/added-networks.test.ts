import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { genesisHashOf } from '../../packages/solana-node/network.ts';
import { routes } from '../../src/rpc-routes.ts';
import { becomeCustomer, type Customer } from '../support/customer.ts';
import { type LaunchedProgram, launchProgram } from '../support/launch-program.ts';
import { type AddedNetwork, copyWithNetworks, type RepositoryCopy } from '../support/repository-copy.ts';
import { call, post } from '../support/rpc.ts';
import { type EthereumCustomer, viemCases } from './viem.cases.ts';

/** Not a real network's name, so that the repository may have any of those already. */
const spare: AddedNetwork = {
  row: { path: '/spare', chain: 'solana', network: 'spare' },
  upstream: 'https://api.spare.solana.com',
};
const ethereum: AddedNetwork = {
  row: { path: '/eth-local', chain: 'ethereum', network: 'eth-local' },
  upstream: 'https://eth.example',
};
const everyNetwork = [...routes.map(({ network }) => network), 'spare', 'eth-local'];

let copy: RepositoryCopy;
let gateway: LaunchedProgram;
let customer: Customer;
let synthesized: Promise<unknown>;
let ofEthereum: EthereumCustomer;

beforeAll(async () => {
  copy = copyWithNetworks([spare, ethereum]);
  synthesized = synthesize(copy.folder);
  gateway = launchProgram(join(copy.folder, 'bin/start.ts'), ['--port', '0'], { cwd: copy.folder });
  await gateway.line(/^(Ready after)/m);
  customer = await becomeCustomer({ runtime: await entranceOf(gateway) }, 'grace@example.com');
  const { data } = await customer.client.POST('/v1/keys', { body: { name: 'viem' } });
  ofEthereum = {
    client: customer.client,
    url: await addressOf('eth-local'),
    keyId: data?.key.keyId ?? '',
    secret: data?.secret ?? '',
  };
}, 120_000);
afterAll(async () => {
  gateway?.child.kill('SIGINT');
  await Promise.allSettled([gateway?.ended, synthesized]);
  copy?.remove();
}, 60_000);

const addressOf = (name: string): Promise<string> => gateway.line(new RegExp(`^ {2}${name} +(http\\S+)$`, 'm'));

/** The user pool and the management API, as npm start prints them. */
async function entranceOf({ line }: LaunchedProgram) {
  const clientId = await line(/"ClientId":"([^"]+)"/);
  return {
    apiUrl: (await addressOf('management API')).replace(/\/v1$/, ''),
    userPool: { url: await addressOf('user pool'), id: '', clientId },
    confirmationCode: (email: string) => line(new RegExp(`Mail to ${RegExp.escape(email)}\n[\\s\\S]+? code is (\\d+)`)),
  };
}

/** Runs the CDK as an operator does. */
async function synthesize(folder: string): Promise<unknown> {
  const bin = join(folder, 'node_modules/.bin');
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
  const args = ['synth', '--quiet', '--output', 'template', '-c', 'stage=dev'];
  await promisify(execFile)(join(bin, 'cdk'), args, { cwd: folder, env });
  return JSON.parse(readFileSync(join(folder, 'template/Sluice-dev.template.json'), 'utf8'));
}

describe('networks that were added with a row and an upstream each', () => {
  test('are in the template: an output, a route and the upstream', async () => {
    const { Outputs, Resources } = v.parse(template, await synthesized);
    expect(Object.keys(Outputs)).toEqual(expect.arrayContaining(['SpareEndpoint', 'EthLocalEndpoint']));
    const properties = Object.values(Resources).map((resource) => resource.Properties);
    const keys = properties.map((property) => property?.RouteKey);
    expect(keys).toEqual(expect.arrayContaining(['POST /spare', 'POST /eth-local']));
    const upstreams = JSON.stringify(properties.flatMap((property) => property?.Environment ?? []));
    for (const { upstream } of [spare, ethereum]) expect(upstreams).toContain(upstream);
  }, 60_000);

  test('are added as docs/operating.md says', () => {
    const page = readFileSync('docs/operating.md', 'utf8');
    expect(page).toContain("{ path: '/testnet', chain: 'solana', network: 'testnet' },");
    expect(page).toContain('"testnet": [{ "url": "https://api.testnet.solana.com" }]');
  });

  test('have a node each under npm start, which the printed demo key can call', async () => {
    const demoKey = await gateway.line(/^Demo key .+: (slc_\w+)$/m);
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

const template = v.object({
  Outputs: v.record(v.string(), v.unknown()),
  Resources: v.record(v.string(), v.object({ Properties: v.optional(v.record(v.string(), v.unknown())) })),
});
