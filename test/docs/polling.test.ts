import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestRuntime, type TestKey, type TestRuntime } from '../support/test-runtime.ts';
import { codeBlocks } from './pages.ts';

// The programs of docs/api.md, "No WebSocket", with the unmodified packages, against the local runtime and its Solana node.

let local: TestRuntime;
let key: TestKey;
beforeAll(async () => {
  local = await startTestRuntime({ mainnet: ['http://127.0.0.1:9'] });
  key = await local.newKey({ planId: 'developer' });
});
afterAll(() => local?.stop());

const kitUse = `
import { address, lamports } from '@solana/kit';
const { value: latest } = await rpc.getLatestBlockhash().send();
const signature = await rpc.requestAirdrop(address('11111111111111111111111111111112'), lamports(1_000_000_000n)).send();
await confirm(signature, latest.lastValidBlockHeight);
console.log('confirmed');
await confirm('1'.repeat(64) as Signature, -1n).catch((error: Error) => console.log(error.message));`;

const web3Use = `
import { PublicKey } from '@solana/web3.js';
const latest = await connection.getLatestBlockhash();
const signature = await connection.requestAirdrop(new PublicKey('11111111111111111111111111111112'), 1_000_000_000);
await confirm(signature, latest.lastValidBlockHeight);
console.log('confirmed');
await confirm('1'.repeat(64), -1).catch((error: Error) => console.log(error.message));`;

/** Runs the page's program that imports the package, followed by a use of it. */
async function run(library: string, use: string): Promise<{ stdout: string; stderr: string }> {
  const program = codeBlocks('docs/api.md', 'ts').find((block) => block.includes(`from '${library}'`));
  const args = ['--input-type=module-typescript', '--eval', `${program}${use}`];
  const ENDPOINT = local.runtime.endpoints.devnet;
  const env = { ...process.env, ENDPOINT, RPC_API_KEY: key.secret, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' };
  return promisify(execFile)(process.execPath, args, { env });
}

describe('the programs that wait for a transaction by polling', () => {
  test.each([
    ['@solana/kit', kitUse],
    ['@solana/web3.js', web3Use],
  ])('work with %s, and notice an expired transaction', async (library, use) => {
    const { stdout, stderr } = await run(library, use);
    expect(stdout).toBe('confirmed\nThe transaction expired and was not executed.\n');
    expect(stderr).toBe('');
  });
});
