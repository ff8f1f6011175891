import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestRuntime, type TestRuntime, usageOf } from '../../support/test-runtime.ts';
import { rustCalls } from './rust-calls.ts';

// Solana's official Rust client, which the Solana CLI, Anchor and most servers in Rust use.

let local: TestRuntime;
beforeAll(async () => {
  local = await startTestRuntime();
});
afterAll(() => local?.stop());

const devnet = () => local.runtime.endpoints.devnet ?? '';

test("Solana's Rust client gets an answer of a node to every call, also those with params null", async () => {
  const key = await local.newKey();
  const answers = await rustCalls(devnet(), key.secret);
  const failed = Object.entries(answers).filter(([, answer]) => !answer.startsWith('ok '));
  expect(failed).toEqual([]);
  expect(Object.keys(answers)).toHaveLength(11);
  await local.runtime.drained();
  const { records } = await usageOf(local, key);
  // The client waits and tries again where the plan's limit per second refuses a call.
  const outcomes = records.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'rate_limited');
  expect(outcomes).toEqual(Array(11).fill('ok'));
});

test("Solana's Rust client shows the status of a rejected key, as docs/api.md says", async () => {
  const { getSlot } = await rustCalls(devnet(), 'slc_wrong', ['getSlot']);
  expect(getSlot).toContain('403 Forbidden');
});
