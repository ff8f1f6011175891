import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { generateKeyPairSigner, getBase64Decoder, type Instruction, type KeyPairSigner } from '@solana/kit';
import * as v from 'valibot';
import {
  computeBudget,
  memo,
  newestBlockhash,
  signed,
  startTestChain,
  type TestChain,
  transfer,
  wire,
} from '../test-chain.ts';

let chain: TestChain;
let payer: KeyPairSigner;
beforeEach(async () => {
  chain = await startTestChain();
  payer = await generateKeyPairSigner();
  await chain.fund(payer.address, 1_000_000_000n);
});
afterEach(() => chain.stop());

const processed = { commitment: 'processed' };
const toSelf = () => transfer(payer.address, payer.address, 1n);
const messageOf = async (instructions: readonly Instruction[]) =>
  getBase64Decoder().decode((await signed(payer, await newestBlockhash(chain), instructions)).messageBytes);

async function charged(instructions: readonly Instruction[]): Promise<number> {
  const answer = v.object({ value: v.number() });
  const balance = async () => v.parse(answer, await chain.result('getBalance', payer.address, processed)).value;
  const before = await balance();
  await chain.result('sendTransaction', await wire(chain, payer, instructions), { encoding: 'base64' });
  return before - (await balance());
}

describe('getFeeForMessage', () => {
  test('tells what the chain then charges', async () => {
    const cases: readonly (readonly [number, readonly Instruction[]])[] = [
      [5_000, [toSelf()]],
      // 3,000 units for each of two builtin programs, at a lamport each.
      [11_000, [computeBudget(3, 1_000_000), toSelf()]],
      // 200,000 more for a program that is not built in.
      [211_000, [computeBudget(3, 1_000_000), toSelf(), memo('x')]],
      [5_450, [computeBudget(3, 1_000_000), computeBudget(2, 450), toSelf()]],
      // No more than 1,400,000 units, however many are asked for; a part of a lamport is a whole one.
      [5_014, [computeBudget(3, 10), computeBudget(2, 5_000_000), toSelf()]],
      [5_001, [computeBudget(3, 1), computeBudget(2, 1_000), toSelf()]],
    ];
    for (const [fee, instructions] of cases) {
      expect(await chain.result('getFeeForMessage', await messageOf(instructions), processed)).toMatchObject({
        value: fee,
      });
      expect(await charged(instructions)).toBe(fee);
    }
  });

  test('is null once the blockhash has expired', async () => {
    const message = await messageOf([toSelf()]);
    chain.advance(151);
    expect(await chain.result('getFeeForMessage', message, processed)).toMatchObject({ value: null });
  });

  test('refuses what is no message', async () => {
    expect((await chain.call('getFeeForMessage', 'AAAA')).error?.code).toBe(-32602);
    expect(await chain.call('getFeeForMessage', 'not base64')).toEqual({
      error: { code: -32602, message: 'invalid base64 encoding: InvalidByte' },
    });
  });
});
