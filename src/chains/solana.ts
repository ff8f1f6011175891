import { type Chain, type NodeFault, standardErrorCodes } from './chain.ts';

/** The methods of a Solana node's HTTP interface that only read (https://solana.com/docs/rpc/http). */
const reads = [
  'getAccountInfo',
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
  'getTokenAccountsByOwner',
  'getTokenLargestAccounts',
  'getTokenSupply',
  'getTransaction',
  'getTransactionCount',
  'getVersion',
  'getVoteAccounts',
  'isBlockhashValid',
  'minimumLedgerSlot',
  'simulateTransaction',
];

/** Reads that many hosted nodes add: the Digital Asset Standard (Metaplex), and Helius's fee estimate. */
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
  'getSignaturesForAsset',
  'getTokenAccounts',
  'searchAssets',
];

const writes = ['requestAirdrop', 'sendTransaction'];

const allReads = new Set([...reads, ...solanaExtensions]);

/** -32001 to -32019 (rpc-client-api/src/custom_error.rs in anza-xyz/agave). */
const solanaErrorCodes = Array.from({ length: 19 }, (_, index) => -32001 - index);

const nodeFaults: Readonly<Record<number, NodeFault>> = {
  // The block is not available for the slot.
  [-32004]: 'missing',
  // The node is unhealthy: it is some slots behind.
  [-32005]: 'behind',
  // The block's status is not available yet.
  [-32014]: 'missing',
  // The node has not reached `minContextSlot`.
  [-32016]: 'missing',
};

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
  nodeFault: ({ code }) => nodeFaults[code],
};
