import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { requestCodes } from '../../dashboard/chains/request-code.ts';
import { maxBatchSize } from '../../src/json-rpc/rpc-request.ts';
import type { Network } from '../../src/network.ts';
import { codeBlocks } from '../docs/pages.ts';
import { isNight } from '../support/effort.ts';
import { printedBy } from '../support/program-text.ts';
import { isRunnable } from '../support/runnable-code.ts';
import { plans } from '../support/settings.ts';
import { type SettingsFile, settingsWithNetworks } from '../support/settings-file.ts';
import { startTestRuntime, type TestKey, type TestRuntime, usageOf } from '../support/test-runtime.ts';
import { startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';

// The programs that docs/api.md and the dashboard show, with the unmodified packages, against every plan's limits.

const ethereum: Network = {
  network: 'eth-local',
  chain: 'ethereum',
  path: '/eth',
  upstreams: [{ url: 'https://e.example' }],
};

const sent = v.looseObject({ id: v.unknown(), method: v.string() });
const answerTo = (call: unknown) => {
  const { id, method } = v.parse(sent, call);
  return { jsonrpc: '2.0', id, result: method === 'eth_syncing' ? false : '0x7' };
};

let settings: SettingsFile;
let local: TestRuntime;
beforeAll(async () => {
  settings = settingsWithNetworks([ethereum]);
  const node = await startUpstream((response, { body }) => {
    const calls: unknown = JSON.parse(body.toString());
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(Array.isArray(calls) ? calls.map(answerTo) : answerTo(calls)));
  });
  local = await startTestRuntime({ 'eth-local': [node.url] }, { config: settings.path });
});
afterAll(async () => {
  await Promise.all([local?.stop(), stopUpstreams()]);
  settings?.remove();
});

const javaScript = (text: string) => [process.execPath, ['--input-type=module-typescript', '--eval', text]] as const;
const programs: Readonly<Record<string, (text: string) => readonly [string, readonly string[]]>> = {
  curl: (text) => ['bash', ['-euc', `${text} --silent`]],
  python: (text) => ['python3', ['-I', '-c', text]],
};

/** Runs each JavaScript as a user does once, and then without a new process. */
async function run(id: string, text: string, network: string, { secret }: TestKey): Promise<string> {
  const ENDPOINT = local.runtime.endpoints[network];
  const env = { ...process.env, ENDPOINT, RPC_API_KEY: secret, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1', no_proxy: '*' };
  if (id in programs || !haveRun.has(id)) {
    haveRun.add(id);
    const [program, args] = (programs[id] ?? javaScript)(text);
    return (await promisify(execFile)(program, [...args], { env })).stdout;
  }
  return printedBy(text, 'mts', env);
}
const haveRun = new Set<string>();

/** The outcomes of a key's calls, and how many calls each of its requests had. */
async function usage(key: TestKey) {
  await local.runtime.drained();
  const { outcomes, records } = await usageOf(local, key);
  return { outcomes, requests: records.length };
}

const sizeOf = (callsPerSecond: number): number => Math.min(maxBatchSize, callsPerSecond);
const allSizes = plans.all.map(({ id, limits }) => [id, sizeOf(limits.callsPerSecond)] as const);
// Each program runs once for each plan: in each commit's run for the smallest and the largest only.
const sizes = isNight ? allSizes : allSizes.filter((_, index) => index === 0 || index === allSizes.length - 1);

const uses: Readonly<Record<string, (count: number) => string>> = {
  viem: (count) => `
const reads = Array.from({ length: ${count} }, (_, index) => client.getBalance({ address: \`0x\${String(index).padStart(40, '1')}\` }));
console.log((await Promise.all(reads)).length);`,
  ethers: (count) => `
const reads = Array.from({ length: ${count} }, (_, index) => provider.getBalance(\`0x\${String(index).padStart(40, '1')}\`));
console.log((await Promise.all(reads)).length);
provider.destroy();`,
};

describe.each(sizes)('with the plan %s, whose largest batch has %i calls', (planId, size) => {
  test.each(['viem', 'ethers'])('the program of docs/api.md for %s gets every answer', async (library) => {
    const key = await local.newKey({ planId });
    const block = codeBlocks('docs/api.md', 'ts').find((code) => code.includes(`from '${library}'`)) ?? '';
    const option = /(batchSize|batchMaxCount): 10\b/;
    expect(block).toMatch(option);
    const program = `${block.replace(option, `$1: ${size}`)}${uses[library]?.(size + 5)}`;
    expect(await run(library, program, 'eth-local', key)).toBe(`${size + 5}\n`);
    const { outcomes } = await usage(key);
    expect(Object.keys(outcomes)).toEqual(expect.arrayContaining(['ok']));
    expect(Object.keys(outcomes).filter((outcome) => outcome !== 'ok' && outcome !== 'rate_limited')).toEqual([]);
  });

  const codes = [
    ...['curl', 'fetch', 'python', 'kit', 'web3']
      .filter(isRunnable)
      .map((id) => [id, 'solana', 'devnet', 'getHealth'] as const),
    ['viem', 'ethereum', 'eth-local', 'eth_syncing'] as const,
  ];
  test.each(codes)('the dashboard’s code for %s on %s sends it as one', async (id, chain, network, method) => {
    const key = await local.newKey({ planId });
    const calls = Array.from({ length: size }, (_, index) => ({ jsonrpc: '2.0', id: index + 1, method, params: [] }));
    const codes = requestCodes(chain, local.runtime.endpoints[network] ?? '', JSON.stringify(calls));
    await run(id, codes.find((code) => code.id === id)?.text ?? '', network, key);
    expect(await usage(key)).toEqual({ outcomes: { ok: size }, requests: 1 });
  });
});
