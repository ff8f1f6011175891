import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { generateKeyPairSigner, getBase58Decoder, type KeyPairSigner } from '@solana/kit';
import { bytesOf, startTestChain, systemProgram, type TestChain, transfer, wire } from '../test-chain.ts';

let chain: TestChain;
let payer: KeyPairSigner;
let payee: KeyPairSigner;
beforeEach(async () => {
  chain = await startTestChain();
  [payer, payee] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
  await chain.fund(payer.address, 1_000_000_000n);
});
afterEach(() => chain.stop());

const invalid = (message: string) => ({ error: { code: -32602, message } });
const base64 = { encoding: 'base64' };
const balanceOf = ({ address }: KeyPairSigner) => chain.result('getBalance', address, { commitment: 'processed' });
const transferOf = (lamports: bigint, version: 'legacy' | 0 = 0) =>
  wire(chain, payer, [transfer(payer.address, payee.address, lamports)], version);

/** The same bytes with one changed, in base64. */
function spoiled(transaction: string, at: number): string {
  const bytes = bytesOf(transaction);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return Buffer.from(bytes).toString('base64');
}

describe('sendTransaction', () => {
  test('takes base64 and base58, legacy and version 0, and answers the signature', async () => {
    const first = await transferOf(1_000_000n, 'legacy');
    const signature = getBase58Decoder().decode(bytesOf(first).slice(1, 65));
    expect(await chain.result('sendTransaction', first, base64)).toBe(signature);
    const second = getBase58Decoder().decode(bytesOf(await transferOf(2_000_000n)));
    expect((await chain.call('sendTransaction', second)).error).toBeUndefined();
    expect(await balanceOf(payee)).toMatchObject({ value: 3_000_000 });
    expect(await balanceOf(payer)).toMatchObject({ value: 1_000_000_000 - 3_000_000 - 2 * 5_000 });
  });

  test('of what cannot work is refused before it is sent, with logs, and costs nothing', async () => {
    const answer = await chain.call('sendTransaction', await transferOf(2_000_000_000n), base64);
    expect(answer).toEqual({
      error: {
        code: -32002,
        message: 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
        data: {
          accounts: null,
          err: { InstructionError: [0, { Custom: 1 }] },
          innerInstructions: null,
          logs: [
            `Program ${systemProgram} invoke [1]`,
            'Transfer: insufficient lamports 999995000, need 2000000000',
            `Program ${systemProgram} failed: custom program error: 0x1`,
          ],
          replacementBlockhash: null,
          returnData: null,
          unitsConsumed: 150,
        },
      },
    });
    expect(await balanceOf(payer)).toMatchObject({ value: 1_000_000_000 });
  });

  test('that leaves an account below its rent is refused with that account', async () => {
    const answer = await chain.call('sendTransaction', await transferOf(1n), base64);
    expect(answer.error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Transaction results in an account (1) with insufficient funds for rent',
      data: { err: { InsufficientFundsForRent: { account_index: 1 } } },
    });
  });

  test('without preflight lands though it fails, and pays its fee', async () => {
    const config = { ...base64, skipPreflight: true };
    const signature = await chain.result('sendTransaction', await transferOf(2_000_000_000n), config);
    expect(await chain.result('getSignatureStatuses', [signature])).toMatchObject({
      value: [{ err: { InstructionError: [0, { Custom: 1 }] }, status: { Err: expect.anything() } }],
    });
    expect(await balanceOf(payer)).toMatchObject({ value: 1_000_000_000 - 5_000 });
  });

  test('twice is already processed, and has one effect', async () => {
    const transaction = await transferOf(1_000_000n);
    const signature = await chain.result('sendTransaction', transaction, base64);
    expect((await chain.call('sendTransaction', transaction, base64)).error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: This transaction has already been processed',
      data: { err: 'AlreadyProcessed', logs: [], unitsConsumed: 0 },
    });
    expect(await chain.result('sendTransaction', transaction, { ...base64, skipPreflight: true })).toBe(signature);
    expect(await balanceOf(payee)).toMatchObject({ value: 1_000_000 });
  });

  test('lands within 150 slots of its blockhash and not later', async () => {
    const [intime, late] = [await transferOf(1_000_000n), await transferOf(2_000_000n)];
    chain.advance(150);
    expect((await chain.call('sendTransaction', intime, base64)).error).toBeUndefined();
    chain.advance(1);
    expect((await chain.call('sendTransaction', late, base64)).error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Blockhash not found',
      data: { err: 'BlockhashNotFound', logs: [] },
    });
    expect((await chain.call('sendTransaction', intime, base64)).error?.data).toMatchObject({
      err: 'BlockhashNotFound',
    });
    const dropped = await chain.result('sendTransaction', late, { ...base64, skipPreflight: true });
    expect(await chain.result('getSignatureStatuses', [dropped])).toMatchObject({ value: [null] });
    expect(await balanceOf(payee)).toMatchObject({ value: 1_000_000 });
  });

  test('with a wrong signature is refused, and without preflight dropped', async () => {
    const wrong = spoiled(await transferOf(1_000_000n), 1);
    expect(await chain.call('sendTransaction', wrong, base64)).toEqual({
      error: { code: -32003, message: 'Transaction signature verification failure' },
    });
    const signature = await chain.result('sendTransaction', wrong, { ...base64, skipPreflight: true });
    expect(await chain.result('getSignatureStatuses', [signature])).toMatchObject({ value: [null] });
    expect(await balanceOf(payee)).toMatchObject({ value: 0 });
  });

  test('that empties an account ends it', async () => {
    await chain.result('sendTransaction', await transferOf(1_000_000_000n - 5_000n), base64);
    const processed = { commitment: 'processed' };
    expect(await chain.result('getAccountInfo', payer.address, processed)).toMatchObject({ value: null });
    expect(await chain.result('getBalance', payer.address, processed)).toMatchObject({ value: 0 });
  });

  test('without a signature is refused, and without preflight dropped', async () => {
    const bytes = bytesOf(await transferOf(1_000_000n));
    const unsigned = Buffer.from(bytes.fill(0, 1, 65)).toString('base64');
    expect((await chain.call('sendTransaction', unsigned, base64)).error?.code).toBe(-32003);
    const config = { ...base64, skipPreflight: true };
    expect(await chain.result('sendTransaction', unsigned, config)).toBe('1'.repeat(64));
    expect(await balanceOf(payee)).toMatchObject({ value: 0 });
  });

  test('by someone who does not exist is refused as such', async () => {
    const poor = await wire(chain, payee, [transfer(payee.address, payer.address, 1n)]);
    expect((await chain.call('sendTransaction', poor, base64)).error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Attempt to debit an account but found no record of a prior credit.',
      data: { err: 'AccountNotFound' },
    });
  });

  test('of what is no transaction is refused', async () => {
    const send = (data: string, config: object = base64) => chain.call('sendTransaction', data, config);
    expect(await send('not base64')).toEqual(invalid('invalid base64 encoding: InvalidByte'));
    expect(await send('0OIl', {})).toEqual(invalid('invalid base58 encoding: InvalidCharacter'));
    expect((await send('AAAA')).error?.message).toMatch(/^failed to deserialize VersionedTransaction: /);
    expect((await send('')).error?.message).toMatch(/^failed to deserialize VersionedTransaction: /);
    expect(await send('A'.repeat(1645))).toEqual(
      invalid('base64 encoded VersionedTransaction too large: 1645 bytes (max: encoded/raw 1644/1232)'),
    );
    expect(await send('A'.repeat(1644))).toEqual(
      invalid('decoded VersionedTransaction too large: 1233 bytes (max: 1232 bytes)'),
    );
    expect(await send('1'.repeat(1684), {})).toEqual(
      invalid('base58 encoded VersionedTransaction too large: 1684 bytes (max: encoded/raw 1683/1232)'),
    );
    expect((await send('x', { encoding: 'json' })).error?.code).toBe(-32602);
  });

  test('waits for no minContextSlot', async () => {
    const config = { ...base64, minContextSlot: 2 ** 40 };
    expect((await chain.call('sendTransaction', await transferOf(1_000_000n), config)).error?.code).toBe(-32016);
  });
});
