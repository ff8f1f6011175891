import { describe, expect, test } from '@jest/globals';
import { address, getAddressEncoder, lamports } from '@solana/kit';
import { methods } from '../methods/methods.ts';
import { SolanaNode } from '../node.ts';
import { readMint, readTokenAccount, tokenAmount } from '../spl-token.ts';
import { token2022Program, tokenProgram } from './test-tokens.ts';

const owner = address('83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri');
const mint = address('4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi');
const delegate = address('SysvarRent111111111111111111111111111111111');
const bytes = getAddressEncoder();

/** An initialized token account that holds 5, one that `change` changes. */
function tokenAccount(length = 165, change: (data: Buffer) => void = () => {}): Buffer {
  const data = Buffer.alloc(length);
  data.set(bytes.encode(mint), 0);
  data.set(bytes.encode(owner), 32);
  data.writeBigUInt64LE(5n, 64);
  data[108] = 1;
  change(data);
  return data;
}

describe('a token account', () => {
  test('is read with what is optional in it', () => {
    const plain = { mint, owner, amount: 5n, state: 1, delegate: null, rentExemptReserve: null, closeAuthority: null };
    expect(readTokenAccount(tokenAccount())).toEqual({ ...plain, delegatedAmount: 0n });
    const full = tokenAccount(165, (data) => {
      data.writeUInt32LE(1, 72);
      data.set(bytes.encode(delegate), 76);
      data.writeUInt32LE(1, 109);
      data.writeBigUInt64LE(2_039_280n, 113);
      data.writeBigUInt64LE(3n, 121);
      data.writeUInt32LE(1, 129);
      data.set(bytes.encode(owner), 133);
    });
    const optional = { delegate, delegatedAmount: 3n, rentExemptReserve: 2_039_280n, closeAuthority: owner };
    expect(readTokenAccount(full)).toEqual({ ...plain, ...optional });
  });

  test('with extensions says so after its length', () => {
    const typed = (type: number, length = 170) => tokenAccount(length, (data) => data.writeUInt8(type, 165));
    expect(readTokenAccount(typed(2))).toMatchObject({ owner });
    expect(readTokenAccount(typed(1))).toBeUndefined();
    // As long as a multisig.
    expect(readTokenAccount(typed(2, 355))).toBeUndefined();
  });

  test('is not read before it is initialized, nor from other data', () => {
    expect(readTokenAccount(tokenAccount(165, (data) => data.writeUInt8(0, 108)))).toBeUndefined();
    for (const length of [0, 82, 164, 166]) expect(readTokenAccount(Buffer.alloc(length, 1))).toBeUndefined();
  });
});

describe('a mint', () => {
  test('is not read before it is initialized, nor from other data', () => {
    const data = Buffer.alloc(82);
    expect(readMint(data)).toBeUndefined();
    data.writeUInt8(9, 44);
    data.writeUInt8(1, 45);
    expect(readMint(data)).toMatchObject({ decimals: 9, mintAuthority: null, supply: 0n });
    expect(readMint(tokenAccount())).toBeUndefined();
  });
});

describe('an account whose mint has been closed', () => {
  const node = new SolanaNode('devnet', () => 0);
  node.machine.put({
    address: delegate,
    lamports: lamports(2_039_280n),
    data: new Uint8Array(tokenAccount()),
    programAddress: token2022Program,
    executable: false,
    space: 165n,
  });
  const call = (name: string, ...params: readonly unknown[]) => methods.get(name)?.(node, params);
  const byOwner = (encoding: string) =>
    call('getTokenAccountsByOwner', owner, { programId: token2022Program }, { encoding });

  test('is left out if it would have to be parsed, and returned as bytes on its own', () => {
    expect(byOwner('jsonParsed')).toMatchObject({ value: [] });
    expect(byOwner('base64')).toMatchObject({ value: [{ pubkey: delegate }] });
    const info = call('getAccountInfo', delegate, { encoding: 'jsonParsed' });
    expect(info).toMatchObject({ value: { data: [expect.any(String), 'base64'] } });
  });

  test('has no balance that could be told, and is no account of the other token program', () => {
    expect(() => call('getTokenAccountBalance', delegate)).toThrow('Invalid param: could not find mint');
    const other = call('getTokenAccountsByOwner', owner, { programId: tokenProgram }, { encoding: 'base64' });
    expect(other).toMatchObject({ value: [] });
  });
});

test.each([
  [0n, 0, 0, '0'],
  [0n, 6, 0, '0'],
  [1n, 9, 1e-9, '0.000000001'],
  [150n, 2, 1.5, '1.5'],
  [1_000n, 0, 1000, '1000'],
  [1_000n, 3, 1, '1'],
  // The number is rounded, the text is not.
  [2n ** 64n - 1n, 0, 18_446_744_073_709_552_000, '18446744073709551615'],
  [2n ** 64n - 1n, 19, 1.8446744073709551, '1.8446744073709551615'],
  [1n, 20, null, '0.00000000000000000001'],
] as const)('%s of a token with %s decimals', (amount, decimals, uiAmount, uiAmountString) => {
  expect(tokenAmount(amount, decimals)).toEqual({ amount: `${amount}`, decimals, uiAmount, uiAmountString });
});
