import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestChain, type TestChain } from '../test-chain.ts';

const someone = '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri';
const unknown = '1'.repeat(64);

let chain: TestChain;
beforeEach(async () => {
  chain = await startTestChain();
});
afterEach(() => chain.stop());

describe('getSignatureStatuses', () => {
  test('follows a transaction from processed over confirmed to finalized', async () => {
    const signature = await chain.result('requestAirdrop', someone, 1_000_000_000);
    const slot = await chain.result('getSlot', { commitment: 'processed' });
    const status = async () => chain.result('getSignatureStatuses', [signature]);
    const expected = (confirmationStatus: string, confirmations: number | null) => ({
      value: [{ confirmationStatus, confirmations, err: null, slot, status: { Ok: null } }],
    });
    expect(await status()).toMatchObject(expected('processed', 0));
    chain.advance(1);
    expect(await status()).toMatchObject(expected('confirmed', 1));
    chain.advance(30);
    expect(await status()).toMatchObject(expected('confirmed', 31));
    chain.advance(1);
    expect(await status()).toMatchObject(expected('finalized', null));
  });

  test('knows old transactions only where it is told to search', async () => {
    const signature = await chain.result('requestAirdrop', someone, 1_000_000_000);
    chain.advance(300);
    expect(await chain.result('getSignatureStatuses', [signature])).toMatchObject({ value: [{ err: null }] });
    chain.advance(1);
    expect(await chain.result('getSignatureStatuses', [signature])).toMatchObject({ value: [null] });
    const search = { searchTransactionHistory: true };
    expect(await chain.result('getSignatureStatuses', [signature], search)).toMatchObject({ value: [{ err: null }] });
  });

  test('is null for a signature nobody sent, in its place', async () => {
    const signature = await chain.result('requestAirdrop', someone, 1_000_000_000);
    expect(await chain.result('getSignatureStatuses', [unknown, signature])).toMatchObject({
      context: { slot: await chain.result('getSlot', { commitment: 'processed' }) },
      value: [null, { err: null }],
    });
  });

  test('refuses what is no signature, and more than 256', async () => {
    const invalid = (message: string) => ({ error: { code: -32602, message } });
    expect(await chain.call('getSignatureStatuses', ['abc'])).toEqual(invalid('Invalid param: WrongSize'));
    expect(await chain.call('getSignatureStatuses', ['0'])).toEqual(invalid('Invalid param: Invalid'));
    expect(await chain.call('getSignatureStatuses', Array(257).fill(unknown))).toEqual(
      invalid('Too many inputs provided; max 256'),
    );
    expect((await chain.call('getSignatureStatuses', unknown)).error?.code).toBe(-32602);
    expect((await chain.call('getSignatureStatuses', [unknown], {})).error?.code).toBe(-32602);
  });
});
