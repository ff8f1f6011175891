import type { ChainMethod, DashboardChain } from './dashboard-chain.ts';
import { solanaErrors } from './solana-errors.ts';
import { solanaLibraries } from './solana-libraries.ts';

const system = '11111111111111111111111111111111';
const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const clock = 'SysvarC1ock11111111111111111111111111111111';
const config = 'Config1111111111111111111111111111111111111';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
// An exchange's wallet and its USDC account: on mainnet both have a balance.
const wallet = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const tokenAccount = 'FGETo8T8wMcN2wCjav8VK6eh3dLk63evNDPxzLSJra8B';
const slot = 378_000_000;
const signature = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
// One lamport from `wallet` to itself, as an unsigned legacy message: simulateTransaction accepts it.
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
/** A method of the Solana foundation's specification that solana.com does not describe, because Agave lacks it. */
const specified = (...method: Parameters<typeof read>): ChainMethod => ({
  ...read(...method),
  documentation: 'https://github.com/solana-rpc/specs',
  note: 'Not every node has this method.',
});
const write = (note: string, method: ChainMethod): ChainMethod => ({ ...method, writes: true, note });
const noting = (note: string, method: ChainMethod): ChainMethod => ({ ...method, note });

const ownSlot = 'Replace the slot with a recent one from getSlot. Nodes keep recent slots only.';
const ownTransaction = 'Replace the signature with one from getSignaturesForAddress.';

/** The methods of a Solana node's HTTP interface (https://solana.com/docs/rpc/http). */
const solanaMethods: readonly ChainMethod[] = [
  read('getAccountInfo', 'An account with its data', clock, { encoding: 'base64', commitment: 'finalized' }),
  specified('getAgGenesisCert', 'The certificate with which Alpenglow, the new consensus, began'),
  read('getBalance', 'The balance of an account, in lamports', token, finalized),
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
  read('getBlockProduction', 'Blocks produced and skipped in this epoch'),
  noting(ownSlot, read('getBlocks', 'The blocks between two slots', slot, slot + 5)),
  noting(ownSlot, read('getBlocksWithLimit', 'A number of blocks, starting at a slot', slot, 3)),
  noting(ownSlot, read('getBlockTime', 'The time at which a block was produced', slot)),
  read('getClusterNodes', 'The nodes of the cluster'),
  read('getEpochInfo', 'The epoch and its progress', finalized),
  read('getEpochSchedule', 'The length of epochs'),
  noting(
    'The example has no recent blockhash, so the result’s value is null.',
    read('getFeeForMessage', 'The fee for a message', message, finalized),
  ),
  read('getFirstAvailableBlock', 'The oldest block that the node keeps'),
  read('getGenesisHash', 'The hash that identifies the network'),
  read('getHealth', 'Checks that the node is healthy'),
  read('getHighestSnapshotSlot', 'The newest snapshot of the node'),
  read('getIdentity', 'The node’s public key'),
  read('getInflationGovernor', 'The parameters of inflation'),
  read('getInflationRate', 'Inflation in this epoch'),
  read('getInflationReward', 'Rewards of addresses in an epoch', [wallet], finalized),
  read('getLargestAccounts', 'The twenty largest accounts', { filter: 'circulating' }),
  read('getLatestBlockhash', 'A recent blockhash for a transaction', finalized),
  read('getLeaderSchedule', 'The leaders of the slots in an epoch', null, finalized),
  read('getMaxRetransmitSlot', 'The newest slot retransmitted'),
  read('getMaxShredInsertSlot', 'The newest slot with shreds'),
  read('getMinimumBalanceForRentExemption', 'The minimum balance of an account of a given size', 165),
  read('getMultipleAccounts', 'Up to 100 accounts at once', [clock, token], {
    encoding: 'base64',
    dataSlice: { offset: 0, length: 32 },
  }),
  read('getProgramAccounts', 'The accounts of a program', config, {
    encoding: 'base64',
    dataSlice: { offset: 0, length: 0 },
  }),
  read('getRecentPerformanceSamples', 'Transactions and slots per minute', 4),
  read('getRecentPrioritizationFees', 'Recent priority fees', [usdc]),
  read('getSignaturesForAddress', 'The newest transactions of an address', wallet, { limit: 5 }),
  noting(
    ownTransaction,
    read('getSignatureStatuses', 'The confirmation status of transactions', [signature], {
      searchTransactionHistory: true,
    }),
  ),
  read('getSlot', 'The newest slot', finalized),
  read('getSlotLeader', 'The current leader'),
  noting(ownSlot, read('getSlotLeaders', 'The leaders, starting at a slot', slot, 5)),
  read('getStakeMinimumDelegation', 'The minimum stake'),
  read('getSupply', 'The total supply of lamports', { excludeNonCirculatingAccountsList: true }),
  read('getTokenAccountBalance', 'The tokens of a token account', tokenAccount),
  read(
    'getTokenAccountsByDelegate',
    'Token accounts by delegate',
    wallet,
    { programId: token },
    { encoding: 'jsonParsed' },
  ),
  specified('getTokenAccountsByMint', 'The accounts of a token', usdc, { encoding: 'jsonParsed' }),
  read('getTokenAccountsByOwner', 'Token accounts by owner', wallet, { mint: usdc }, { encoding: 'jsonParsed' }),
  read('getTokenLargestAccounts', 'The largest accounts of a token', usdc),
  read('getTokenSupply', 'The supply of a token', usdc),
  noting(
    ownTransaction,
    read('getTransaction', 'A transaction', signature, { encoding: 'json', maxSupportedTransactionVersion: 0 }),
  ),
  specified('getTransactionsForAddress', 'The transactions of an address, by time and state', wallet, {
    transactionDetails: 'signatures',
    limit: 5,
  }),
  read('getTransactionCount', 'The number of transactions', finalized),
  read('getVersion', 'The node’s version'),
  read('getVoteAccounts', 'The validators and their stake', {
    commitment: 'finalized',
    keepUnstakedDelinquents: false,
  }),
  noting(
    'Replace the example with a blockhash from getLatestBlockhash.',
    read('isBlockhashValid', 'Whether a blockhash is still valid', system, { commitment: 'processed' }),
  ),
  read('minimumLedgerSlot', 'The oldest slot in the node’s ledger'),
  write(
    'This call changes the chain. It works only on networks with a faucet, such as devnet. Use your own address.',
    read('requestAirdrop', 'Lamports from the faucet', wallet, 1_000_000_000),
  ),
  write(
    'This call changes the chain. Use your own signed transaction, in base64.',
    read('sendTransaction', 'Sends a signed transaction', 'YOUR_SIGNED_TRANSACTION', {
      encoding: 'base64',
      preflightCommitment: 'finalized',
      maxRetries: 0,
    }),
  ),
  read('simulateTransaction', 'Simulates a transaction', transaction, {
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash: true,
  }),
];

export const solana: DashboardChain = {
  methods: solanaMethods,
  health: 'getHealth',
  libraries: solanaLibraries,
  errorCodes: solanaErrors,
};
