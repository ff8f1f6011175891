import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { writeConnectionFile } from '../../bin/start/connection-file.ts';
import { computeEndedDays } from '../../bin/start/ended-days.ts';
import { type Chain, startChain } from '../../packages/solana-node/chain.ts';
import type { NodeCost } from '../../src/cost/node-cost.ts';
import { createLog } from '../../src/log.ts';
import { writeRecord } from '../../src/records/record.ts';
import { dayMs } from '../../src/time.ts';
import { operatorScript } from '../bin/operator/operator-program.ts';
import { runInHost } from '../support/program-host.ts';
import { call, post } from '../support/rpc.ts';
import { type SettingsFile, settingsWith } from '../support/settings-file.ts';
import { startTestRuntime, type TestKey, type TestRuntime, usageOf } from '../support/test-runtime.ts';
import { type PartialNode, startPartialNode } from './partial-node.ts';

// A person's own three nodes on this machine, with prices and a secret in the settings, beside a node elsewhere: what
// `npm start -- --config FILE --secrets FILE` does with them.

const accounts = /^get(AccountInfo|Balance)$/;
const history = /^get(BlockTime|FirstAvailableBlock)$/;

type Priced = PartialNode & { readonly cost: NodeCost };
const priced = (node: PartialNode, dollarsPerMillionCredits: number): Priced => ({
  ...node,
  cost: { dollarsPerMillionCredits },
});

let chain: Chain;
let gate: Server;
let nodes: readonly Priced[];
let settings: SettingsFile;
let local: TestRuntime;
let key: TestKey;

/** Lets only requests with the token in. */
async function guard(url: string, token: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.headers['x-token'] !== token) return void response.writeHead(401).end();
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: Buffer.concat(chunks) });
    response.writeHead(answer.status, headers).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

beforeAll(async () => {
  chain = await startChain({ network: 'devnet', port: 0 });
  const isAccounts = (method: string) => accounts.test(method);
  const isHistory = (method: string) => history.test(method);
  const isRest = (method: string) => !isAccounts(method) && !isHistory(method);
  nodes = [
    priced(await startPartialNode(chain.url, isAccounts, { methods: ['accounts'] }), 2_000),
    priced(await startPartialNode(chain.url, isHistory, { methods: ['history'] }), 30_000),
    priced(await startPartialNode(chain.url, isRest, { exceptMethods: ['accounts', 'history'] }), 100_000),
  ];
  gate = await guard(nodes[1]?.upstream.url ?? '', 'token-of-the-history-node');
  const guarded = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
  const [first, second, third] = nodes.map(({ upstream, cost }) => ({ ...upstream, cost }));
  const upstreams = [
    first,
    { ...second, url: guarded, secretName: 'nodes/history' },
    third,
    { url: 'https://far.example' },
  ];
  settings = settingsWith({ networks: [{ network: 'devnet', chain: 'solana', path: '/', upstreams }] });
  const secrets = { 'nodes/history': '{"headers":{"x-token":"token-of-the-history-node"}}' };
  local = await startTestRuntime({}, { config: settings.path, secrets });
  key = await local.newKey({ planId: 'business' });
});
afterAll(async () => {
  await local?.stop();
  for (const { stop } of nodes ?? []) await stop();
  gate?.close().closeAllConnections();
  await chain?.stop();
  settings?.remove();
});

const wallet = '11111111111111111111111111111111';
const calls: readonly [string, unknown?][] = [
  ['getBalance', [wallet]],
  ['getAccountInfo', [wallet]],
  ['getBlockTime', [0]],
  ['getFirstAvailableBlock'],
  ['getSlot'],
  ['getVersion'],
  ['getVersion'],
];

const marginRow = v.looseObject({ calls: v.number(), tries: v.number(), nodeDollars: v.number() });

/** As if everything had happened two days ago: in the first quarter of an hour of a day, the costs of the last are not known. */
async function moveToEndedDay(): Promise<void> {
  await local.runtime.drained();
  const { records } = await usageOf(local, key);
  for (const record of records) {
    const at = record.at - 2 * dayMs;
    await writeRecord(local.records, createLog('warn'), { ...record, at, requestId: ulid(at) }, 30);
  }
  await computeEndedDays(local.runtime);
}

/** Commands look for the running gateway in their folder. */
function inFolder(run: () => unknown): void {
  const before = process.cwd();
  process.chdir(settings.folder);
  run();
  process.chdir(before);
}

test('own nodes are asked by their methods, with their secret; margin has each try at its price, and nothing else', async () => {
  expect(local.runtime.nodeNotes).toEqual([expect.stringMatching(/^devnet: .+, instead of https:\/\/far\.example$/)]);
  for (const [method, params] of calls) {
    const answer = await post(local.runtime.endpoints.devnet ?? '', key.secret, call(method, 1, params));
    expect([method, answer.status, answer.body]).toEqual([method, 200, expect.stringContaining('"result"')]);
  }
  expect(nodes.map(({ got, wronglyGot }) => [got.filter((it) => it !== 'getSlot').length, wronglyGot])).toEqual([
    [2, []],
    [2, []],
    [2, []],
  ]);
  await moveToEndedDay();
  inFolder(() => writeConnectionFile(local.runtime, 'http://127.0.0.1:9'));
  const [, port = ''] = /:(\d+)$/.exec(local.runtime.endpoints.devnet ?? '') ?? [];
  const args = ['margin', '--json', '--port', port];
  const { out, err } = await runInHost({
    script: operatorScript,
    args,
    cwd: settings.folder,
    env: process.env,
    input: '',
  });
  expect(err).toBe('');
  const all = v.parse(marginRow, JSON.parse(out.trim().split('\n').at(-1) ?? ''));
  const spent =
    nodes.reduce((sum, { cost }, at) => sum + cost.dollarsPerMillionCredits * ([2, 2, 3][at] ?? 0), 0) / 1e6;
  expect(all).toMatchObject({ calls: calls.length, tries: calls.length, nodeDollars: expect.closeTo(spent, 6) });
});
