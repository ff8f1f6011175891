import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestRuntime, type TestRuntime, usageOf } from '../../support/test-runtime.ts';
import { builtClient, reasonNotToRun, rustCalls } from './rust-client.ts';

// Solana's official Rust client, which the Solana CLI, Anchor and most servers in Rust use.

const reason = reasonNotToRun();
/** .ci/run prints the names of tests that were not run. */
const title = (what: string): string => (reason === undefined ? what : `${what} (not run: ${reason})`);
const testClient = reason === undefined ? test : test.skip;

let program: string;
let local: TestRuntime;
beforeAll(async () => {
  if (reason !== undefined) return;
  [program, local] = await Promise.all([builtClient(), startTestRuntime()]);
});
afterAll(() => local?.stop());

const devnet = () => local.runtime.endpoints.devnet ?? '';

testClient(
  title("Solana's Rust client gets an answer of a node to every call, also those with params null"),
  async () => {
    const key = await local.newKey();
    const answers = await rustCalls(program, devnet(), key.secret);
    const failed = Object.entries(answers).filter(([, answer]) => !answer.startsWith('ok '));
    // The node has none, and says so.
    expect(failed).toEqual([['getHighestSnapshotSlot', expect.stringContaining('-32008')]]);
    expect(Object.keys(answers)).toHaveLength(20);
    await local.runtime.drained();
    const { records } = await usageOf(local, key);
    // The client waits and tries again where the plan's limit per second refuses a call.
    const outcomes = records.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'rate_limited');
    expect(outcomes.toSorted()).toEqual([...Array(19).fill('ok'), 'rpc_error']);
  },
);

testClient(title("Solana's Rust client shows the status of a rejected key, as docs/api.md says"), async () => {
  const { getSlot } = await rustCalls(program, devnet(), 'slc_wrong', ['getSlot']);
  expect(getSlot).toContain('403 Forbidden');
});
