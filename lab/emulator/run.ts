import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { solana } from '../../bin/chains/solana.ts';
import { createExampleFolder, runCommands } from '../../test/examples/example-folder.ts';
import { packedPackage } from '../../test/package/packed.ts';
import { callApi, callFunctions, method, newSecret } from './call-node.ts';
import { type Deployed, deploy } from './deploy.ts';
import { startEmulator, version } from './ministack.ts';

// npm run lab -- emulator: deploys to ministack, an emulator of AWS that this project did not write.

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const all = { 'node-runners': nodeRunners, 'many-networks': manyNetworks };
const [, , only] = process.argv;
const parts = Object.entries(all).flatMap(([name, part]) => (only === undefined || only === name ? part : []));
if (parts.length === 0) throw new RangeError(`There is no part ${only}. Parts: ${Object.keys(all).join(', ')}.`);

const work = mkdtempSync(join(tmpdir(), 'sluice-emulator-'));
const emulator = await startEmulator(work);
const { access } = emulator;
print(`ministack ${version} at ${access.endpoint}`);
try {
  for (const part of parts) await part();
  rmSync(work, { recursive: true, force: true });
} finally {
  // After a failure, its log stays.
  await emulator.stop();
}

/** The example of a node behind an internal load balancer. A local node represents the load balancer. */
async function nodeRunners(): Promise<void> {
  print('\nexamples/node-runners');
  const node = await solana.startNode('mainnet', () => {});
  const folder = createExampleFolder(packedPackage());
  try {
    const app = join(folder, 'sluice/examples/node-runners');
    // A name, so that the rules are those for a load balancer.
    const url = node.url.replace('127.0.0.1', 'localhost');
    await runCommands(app, `npm run synth -- -c node=${url}`);
    const deployed = await deploy(access, join(app, 'cdk.out'), 'NodeRunners');
    report(deployed);
    await callDeployed(deployed, node);
  } finally {
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function callDeployed(
  { outputs, ids }: Deployed,
  node: Awaited<ReturnType<typeof solana.startNode>>,
): Promise<void> {
  const secret = await newSecret(access, outputs.RpcDirectoryTable ?? '');
  const api = (key?: string) => callApi(access, outputs.RpcMainnetEndpoint ?? '', key);
  expect('the API without a key', await api(), 401);
  expect('the API with an unknown key', await api(`slc_${'0'.repeat(38)}`), 403);
  expect('the API with the key', await api(secret), 200);
  const named = (start: string) => [...ids].find(([id]) => id.startsWith(start))?.[1] ?? '';
  const names = {
    authorizer: named('RpcDataPlaneAuthorizerFunction'),
    proxy: named('RpcDataPlaneProxyFunction'),
  };
  const answer = await callFunctions(access, names, secret);
  expect(`${method} by authorizer and proxy`, answer, { statusCode: 200, body: await asked(node.url) });
  await node.stop();
  const { statusCode, body } = await callFunctions(access, names, secret);
  const reason = v.parse(v.object({ error: v.object({ data: v.object({ reason: v.string() }) }) }), body).error.data
    .reason;
  expect('the same without the node', [statusCode, reason], [502, 'upstream_unavailable']);
}

/** The node's own answer. */
async function asked(url: string): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
  return (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json();
}

async function manyNetworks(): Promise<void> {
  print('\n60 networks with 3 nodes each, prod with every option');
  const outdir = join(work, 'many');
  const config = fileURLToPath(new URL('many-networks.config.ts', import.meta.url));
  const context = { stage: 'prod', account: '000000000000', region: access.region, config };
  const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(context), CDK_OUTDIR: outdir };
  await run(process.execPath, ['bin/sluice.ts'], { cwd: repository, env });
  report(await deploy(access, outdir, 'Sluice-prod'));
}

function report({ resources, stacks, removed }: Deployed): void {
  print(`  ok   created: ${resources} resources in ${stacks} ${stacks === 1 ? 'stack' : 'stacks'}`);
  const sum = [...removed.values()].reduce((one, other) => one + other, 0);
  print(`  --   ${sum} resources that ministack cannot create were taken out of the template before:`);
  for (const [{ type, property, untried }, count] of removed)
    print(
      `       ${String(count).padStart(4)} ${type}${property === undefined ? '' : ` with ${property}`}: ${untried}`,
    );
}

function expect(what: string, found: unknown, expected: unknown): void {
  const [is, should] = [found, expected].map((each) => JSON.stringify(each));
  if (is !== should) throw new Error(`${what}: ${is} instead of ${should}. The emulator's log: ${emulator.logFile}`);
  print(`  ok   ${what}: ${is}`);
}
