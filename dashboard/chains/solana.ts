import type { ChainMethod, DashboardChain } from './dashboard-chain.ts';

/** What the error codes mean that Solana's nodes use (rpc-client-api/src/custom_error.rs in anza-xyz/agave). */
export const solanaCodes: Readonly<Record<number, string>> = {
  [-32001]: 'The node no longer keeps this block. Ask for a newer one.',
  [-32002]: 'The transaction failed its simulation, so it was not sent. The logs in the answer say where.',
  [-32003]: 'A signature of the transaction does not fit it. Sign it again.',
  [-32004]: 'The node does not have this block (yet). Ask for another slot.',
  [-32005]: 'The node is behind the chain. Try again shortly.',
  [-32006]: 'A signature that a precompiled program checks does not fit.',
  [-32007]: 'No block was made in this slot. Ask for another one.',
  [-32008]: 'The node has no snapshot.',
  [-32009]: 'No block was made in this slot, or it is in no archive. Ask for another one.',
  [-32010]: 'The node does not index this address, for it has too many accounts.',
  [-32011]: 'The node keeps no history of transactions.',
  [-32012]: 'The node could not search its accounts. Ask for less, with filters.',
  [-32013]: 'The transaction does not have as many signatures as it wants.',
  [-32014]: 'The block is there, but its status is not known yet. Try again in a moment.',
  [-32015]: 'The transaction is of a newer version. Add "maxSupportedTransactionVersion": 0 to the parameters.',
  [-32016]: 'The node has not reached minContextSlot yet. Try again in a moment.',
  [-32017]: 'Rewards of the epoch are being paid out. Try again when that is over.',
  [-32018]: 'The slot is not the first of an epoch.',
  [-32019]: 'The node’s archive cannot be reached. Try again shortly.',
};

const system = '11111111111111111111111111111111';
const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const clock = 'SysvarC1ock11111111111111111111111111111111';
const config = 'Config1111111111111111111111111111111111111';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
// A wallet of an exchange and its account of USDC: on mainnet both have a balance.
const wallet = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const tokenAccount = 'FGETo8T8wMcN2wCjav8VK6eh3dLk63evNDPxzLSJra8B';
const slot = 378_000_000;
const signature = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
// One lamport from `wallet` to itself, unsigned: a simulation takes it so. Legacy message of the system program's transfer.
const message =
  'AQABAn6MCIdgv94d3c8ywX8gm4JC7lKq8TH6zYjQ6ixtCwbyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEBAgAADAIAAAABAAAAAAAAAA==';
const transaction =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAECfowIh2C/3h3dzzLBfyCbgkLuUqrxMfrNiNDqLG0LBvIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQECAAAMAgAAAAEAAAAAAAAA';
const finalized = { commitment: 'finalized' };

const read = (name: string, about: string, ...params: readonly unknown[]): ChainMethod => ({
  name,
  about,
  params,
  writes: false,
  documentation: `https://solana.com/docs/rpc/http/${name.toLowerCase()}`,
});
const write = (note: string, method: ChainMethod): ChainMethod => ({ ...method, writes: true, note });
const noting = (note: string, method: ChainMethod): ChainMethod => ({ ...method, note });

const ownSlot = 'Put in a slot that getSlot gives: nodes keep only so many.';
const ownTransaction = 'Put in a signature that getSignaturesForAddress gives.';

/** The methods of a Solana node's HTTP interface (https://solana.com/docs/rpc/http). */
export const solanaMethods: readonly ChainMethod[] = [
  read('getAccountInfo', 'An account with its data', clock, { encoding: 'base64', commitment: 'confirmed' }),
  read('getBalance', 'The lamports of an account', token, finalized),
  noting(
    ownSlot,
    read('getBlock', 'A block with its transactions', slot, {
      encoding: 'json',
      transactionDetails: 'signatures',
      maxSupportedTransactionVersion: 0,
      rewards: false,
    }),
  ),
  noting(ownSlot, read('getBlockCommitment', 'The stake that voted on a block', slot)),
  read('getBlockHeight', 'The height of the newest block', finalized),
  read('getBlockProduction', 'Blocks made and missed in this epoch'),
  noting(ownSlot, read('getBlocks', 'The blocks between two slots', slot, slot + 5)),
  noting(ownSlot, read('getBlocksWithLimit', 'A number of blocks from a slot on', slot, 3)),
  noting(ownSlot, read('getBlockTime', 'When a block was made', slot)),
  read('getClusterNodes', 'The nodes of the cluster'),
  read('getEpochInfo', 'The epoch and how far it has come', finalized),
  read('getEpochSchedule', 'How long epochs last'),
  noting(
    'The message names no recent blockhash, so the answer’s value is null.',
    read('getFeeForMessage', 'What a message would cost', message, finalized),
  ),
  read('getFirstAvailableBlock', 'The oldest block that the node keeps'),
  read('getGenesisHash', 'The hash that tells the network apart'),
  read('getHealth', 'Whether the node is well'),
  read('getHighestSnapshotSlot', 'The newest snapshot of the node'),
  read('getIdentity', 'The node’s public key'),
  read('getInflationGovernor', 'The parameters of inflation'),
  read('getInflationRate', 'Inflation in this epoch'),
  read('getInflationReward', 'What addresses were rewarded in an epoch', [wallet], finalized),
  read('getLargestAccounts', 'The twenty largest accounts', { filter: 'circulating' }),
  read('getLatestBlockhash', 'A blockhash to sign with', finalized),
  read('getLeaderSchedule', 'Who makes which blocks', null, finalized),
  read('getMaxRetransmitSlot', 'The newest slot retransmitted'),
  read('getMaxShredInsertSlot', 'The newest slot with shreds'),
  read('getMinimumBalanceForRentExemption', 'Lamports that so many bytes want', 165),
  read('getMultipleAccounts', 'Up to 100 accounts at once', [clock, token], {
    encoding: 'base64',
    dataSlice: { offset: 0, length: 32 },
  }),
  read('getProgramAccounts', 'The accounts of a program', config, {
    encoding: 'base64',
    dataSlice: { offset: 0, length: 0 },
  }),
  read('getRecentPerformanceSamples', 'Transactions and slots a minute', 4),
  read('getRecentPrioritizationFees', 'What was paid for priority', [usdc]),
  read('getSignaturesForAddress', 'The newest transactions of an address', wallet, { limit: 5 }),
  noting(
    ownTransaction,
    read('getSignatureStatuses', 'How far transactions are', [signature], { searchTransactionHistory: true }),
  ),
  read('getSlot', 'The newest slot', finalized),
  read('getSlotLeader', 'Who makes this block'),
  noting(ownSlot, read('getSlotLeaders', 'Who makes the blocks from a slot on', slot, 5)),
  read('getStakeMinimumDelegation', 'The least that can be staked'),
  read('getSupply', 'How many lamports there are', { excludeNonCirculatingAccountsList: true }),
  read('getTokenAccountBalance', 'The tokens of a token account', tokenAccount),
  read(
    'getTokenAccountsByDelegate',
    'Token accounts by delegate',
    wallet,
    { programId: token },
    { encoding: 'jsonParsed' },
  ),
  read('getTokenAccountsByOwner', 'Token accounts by owner', wallet, { mint: usdc }, { encoding: 'jsonParsed' }),
  read('getTokenLargestAccounts', 'The largest accounts of a token', usdc),
  read('getTokenSupply', 'How much of a token there is', usdc),
  noting(
    ownTransaction,
    read('getTransaction', 'A transaction', signature, { encoding: 'json', maxSupportedTransactionVersion: 0 }),
  ),
  read('getTransactionCount', 'How many transactions there are', finalized),
  read('getVersion', 'The node’s version'),
  read('getVoteAccounts', 'The validators and their stake', {
    commitment: 'finalized',
    keepUnstakedDelinquents: false,
  }),
  noting(
    'Put in a blockhash that getLatestBlockhash gives; this one is none.',
    read('isBlockhashValid', 'Whether a blockhash can be signed with', system, { commitment: 'processed' }),
  ),
  read('minimumLedgerSlot', 'The oldest slot that the node knows of'),
  write(
    'It changes the chain. Only networks with a faucet, like devnet, give anything; put in your own address.',
    read('requestAirdrop', 'Lamports from the faucet', wallet, 1_000_000_000),
  ),
  write(
    'It changes the chain. Put in your signed transaction, in base64.',
    read('sendTransaction', 'Sends a signed transaction', 'YOUR_SIGNED_TRANSACTION', {
      encoding: 'base64',
      preflightCommitment: 'confirmed',
      maxRetries: 0,
    }),
  ),
  read('simulateTransaction', 'What a transaction would do', transaction, {
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash: true,
  }),
];

const kit = (url: string) => `// npm install @solana/kit
import { createSolanaRpc } from '@solana/kit';

const rpc = createSolanaRpc(${JSON.stringify(url)}, {
  headers: { 'X-API-KEY': process.env.SLUICE_API_KEY ?? '' },
});

console.log(await rpc.getHealth().send());`;

export const solana: DashboardChain = {
  methods: solanaMethods,
  health: 'getHealth',
  nodeCodes: solanaCodes,
  library: { id: 'kit', label: '@solana/kit', text: kit },
};
