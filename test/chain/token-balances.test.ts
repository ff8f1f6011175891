import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  AccountRole,
  type Address,
  address,
  generateKeyPairSigner,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit';
import { startTestChain, systemProgram, type TestChain, wire } from './test-chain.ts';

const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const associatedTokenProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const mintLength = 82n;
const mintRent = 1_461_600n;
const toBytes = (of: Address) => new Uint8Array(getAddressEncoder().encode(of));

const writable = (at: Address) => ({ address: at, role: AccountRole.WRITABLE });
const readonly = (at: Address) => ({ address: at, role: AccountRole.READONLY });
const signer = (key: KeyPairSigner) => ({ address: key.address, role: AccountRole.WRITABLE_SIGNER, signer: key });

function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

/** The mint's account, the mint with two decimals, the payer's account for it, and 150 smallest units in that. */
async function mintTokens(payer: KeyPairSigner, mint: KeyPairSigner): Promise<readonly Instruction[]> {
  const [account] = await getProgramDerivedAddress({
    programAddress: associatedTokenProgram,
    seeds: [payer.address, tokenProgram, mint.address].map(toBytes),
  });
  const createAccount = Buffer.concat([Buffer.alloc(4), u64(mintRent), u64(mintLength), toBytes(tokenProgram)]);
  const initializeMint = Buffer.concat([Buffer.from([20, 2]), toBytes(payer.address), Buffer.from([0])]);
  return [
    { programAddress: systemProgram, accounts: [signer(payer), signer(mint)], data: createAccount },
    { programAddress: tokenProgram, accounts: [writable(mint.address)], data: initializeMint },
    {
      programAddress: associatedTokenProgram,
      accounts: [
        signer(payer),
        writable(account),
        ...[payer.address, mint.address, systemProgram, tokenProgram].map(readonly),
      ],
      data: new Uint8Array([0]),
    },
    {
      programAddress: tokenProgram,
      accounts: [writable(mint.address), writable(account), signer(payer)],
      data: Buffer.concat([Buffer.from([7]), u64(150n)]),
    },
  ];
}

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.stop());

describe('a transaction that moves tokens', () => {
  test('is told with its token balances, before and after, and with the instructions its programs called', async () => {
    const [payer, mint] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
    await chain.fund(payer.address, 1_000_000_000n);
    const transaction = await wire(chain, payer, await mintTokens(payer, mint));
    const sent = await chain.call('sendTransaction', transaction, { encoding: 'base64' });
    expect(sent.error).toBeUndefined();
    chain.advance(1);
    const config = { commitment: 'confirmed', encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 };
    expect(await chain.result('getTransaction', sent.result, config)).toMatchObject({
      meta: {
        fee: 10_000,
        preTokenBalances: [],
        postTokenBalances: [
          {
            accountIndex: expect.any(Number),
            mint: mint.address,
            owner: payer.address,
            programId: tokenProgram,
            uiTokenAmount: { amount: '150', decimals: 2, uiAmount: 1.5, uiAmountString: '1.5' },
          },
        ],
        innerInstructions: [
          { index: 2, instructions: expect.arrayContaining([expect.objectContaining({ stackHeight: 2 })]) },
        ],
      },
    });
  });
});
