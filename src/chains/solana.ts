import { type Chain, standardErrorCodes } from './chain.ts';
import { solanaErrorRules } from './solana-error-rules.ts';

/**
 * The methods of a Solana node's HTTP interface that only read: those of the Solana RPC specification
 * (https://github.com/solana-rpc/specs, commit 15061dbe of 2026) but `requestAirdrop` and `sendTransaction`.
 */
const reads = [
  'getAccountInfo',
  'getAgGenesisCert',
  'getBalance',
  'getBlock',
  'getBlockCommitment',
  'getBlockHeight',
  'getBlockProduction',
  'getBlocks',
  'getBlocksWithLimit',
  'getBlockTime',
  'getClusterNodes',
  'getEpochInfo',
  'getEpochSchedule',
  'getFeeForMessage',
  'getFirstAvailableBlock',
  'getGenesisHash',
  'getHealth',
  'getHighestSnapshotSlot',
  'getIdentity',
  'getInflationGovernor',
  'getInflationRate',
  'getInflationReward',
  'getLargestAccounts',
  'getLatestBlockhash',
  'getLeaderSchedule',
  'getMaxRetransmitSlot',
  'getMaxShredInsertSlot',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getProgramAccounts',
  'getRecentPerformanceSamples',
  'getRecentPrioritizationFees',
  'getSignaturesForAddress',
  'getSignatureStatuses',
  'getSlot',
  'getSlotLeader',
  'getSlotLeaders',
  'getStakeMinimumDelegation',
  'getSupply',
  'getTokenAccountBalance',
  'getTokenAccountsByDelegate',
  'getTokenAccountsByMint',
  'getTokenAccountsByOwner',
  'getTokenLargestAccounts',
  'getTokenSupply',
  'getTransaction',
  'getTransactionCount',
  'getTransactionsForAddress',
  'getVersion',
  'getVoteAccounts',
  'isBlockhashValid',
  'minimumLedgerSlot',
  'simulateTransaction',
];

/** Reads that many hosted nodes add: the Digital Asset Standard (Metaplex), and Helius's pages of accounts and fee estimate. */
export const solanaExtensions: readonly string[] = [
  'getAsset',
  'getAssetBatch',
  'getAssetProof',
  'getAssetProofBatch',
  'getAssets',
  'getAssetsByAuthority',
  'getAssetsByCreator',
  'getAssetsByGroup',
  'getAssetsByOwner',
  'getAssetSignatures',
  'getNftEditions',
  'getPriorityFeeEstimate',
  'getProgramAccountsV2',
  'getSignaturesForAsset',
  'getTokenAccounts',
  'searchAssets',
];

const writes = ['requestAirdrop', 'sendTransaction'];

const allReads = new Set([...reads, ...solanaExtensions]);

/** -32001 to -32021 (rpc-client-api/src/custom_error.rs in anza-xyz/agave). */
const solanaErrorCodes = Array.from({ length: 21 }, (_, index) => -32001 - index);

export const solana: Chain = {
  name: 'Solana',
  methods: new Set([...allReads, ...writes]),
  onlyReads: (method) => allReads.has(method),
  errorCodes: new Set([...standardErrorCodes, ...solanaErrorCodes]),
  health: { method: 'getHealth', params: [], read: (result) => result === 'ok' },
  height: {
    method: 'getSlot',
    params: [{ commitment: 'processed' }],
    read: (result) => (Number.isSafeInteger(result) ? Number(result) : undefined),
  },
  heightUnit: 'slots',
  maxLag: 50,
  errorRules: solanaErrorRules,
};
