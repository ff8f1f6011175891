import {
  AccountRole,
  type Address,
  address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit';
import { systemProgram, type TestChain, wire } from './test-chain.ts';

export const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const token2022Program = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
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

/** A token of a test: `payer` may mint and freeze it, and pays for everything. */
export type Token = {
  readonly payer: KeyPairSigner;
  readonly mint: KeyPairSigner;
  readonly program: Address;
  readonly decimals: number;
};

/** Where an owner keeps a token. */
export async function accountOf({ mint, program }: Token, owner: Address): Promise<Address> {
  const [account] = await getProgramDerivedAddress({
    programAddress: associatedTokenProgram,
    seeds: [owner, program, mint.address].map(toBytes),
  });
  return account;
}

export function createMint({ payer, mint, program, decimals }: Token): readonly Instruction[] {
  const createAccount = Buffer.concat([Buffer.alloc(4), u64(mintRent), u64(mintLength), toBytes(program)]);
  const authorities = [toBytes(payer.address), Buffer.from([1]), toBytes(payer.address)];
  return [
    { programAddress: systemProgram, accounts: [signer(payer), signer(mint)], data: createAccount },
    {
      programAddress: program,
      accounts: [writable(mint.address)],
      data: Buffer.concat([Buffer.from([20, decimals]), ...authorities]),
    },
  ];
}

/** Creates an owner's account, and mints an amount into it. */
export async function mintTo(token: Token, owner: Address, amount: bigint): Promise<readonly Instruction[]> {
  const { payer, mint, program } = token;
  const account = await accountOf(token, owner);
  const others = [owner, mint.address, systemProgram, program].map(readonly);
  return [
    {
      programAddress: associatedTokenProgram,
      accounts: [signer(payer), writable(account), ...others],
      data: new Uint8Array([0]),
    },
    {
      programAddress: program,
      accounts: [writable(mint.address), writable(account), signer(payer)],
      data: Buffer.concat([Buffer.from([7]), u64(amount)]),
    },
  ];
}

/** Lets `delegate` spend an amount of what the payer holds. */
export async function approve(token: Token, delegate: Address, amount: bigint): Promise<Instruction> {
  const account = await accountOf(token, token.payer.address);
  return {
    programAddress: token.program,
    accounts: [writable(account), readonly(delegate), signer(token.payer)],
    data: Buffer.concat([Buffer.from([4]), u64(amount)]),
  };
}

export async function freeze(token: Token, owner: Address): Promise<Instruction> {
  const account = await accountOf(token, owner);
  return {
    programAddress: token.program,
    accounts: [writable(account), readonly(token.mint.address), signer(token.payer)],
    data: new Uint8Array([10]),
  };
}

/** Sends instructions that must succeed; answers the signature. */
export async function run(chain: TestChain, { payer }: Token, instructions: readonly Instruction[]) {
  const { error, result } = await chain.call('sendTransaction', await wire(chain, payer, instructions), {
    encoding: 'base64',
  });
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return result;
}
