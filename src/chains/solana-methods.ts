import { methodTable } from './methods.ts';

/**
 * The methods of a Solana node's HTTP interface, and extensions of providers. `specifications/solana.json` has the source
 * of each. The groups are those of the services into which nodes are split: accounts (with token accounts and assets),
 * history (blocks and transactions of the past), transactions (to build, send and confirm one), and status.
 */
export const solanaMethods = methodTable([
  ['read', 'accounts', 'light', 'getAccountInfo getBalance getTokenAccountBalance getTokenSupply'],
  [
    'read',
    'accounts',
    'medium',
    `getMultipleAccounts getTokenAccountsByDelegate getTokenAccountsByOwner getTokenAccountsByOwnerV2
     getTokenLargestAccounts`,
  ],
  [
    'read',
    'accounts',
    'heavy',
    'getLargestAccounts getProgramAccounts getProgramAccountsV2 getSupply getTokenAccountsByMint',
  ],
  [
    'read',
    'accounts',
    'medium',
    `getAsset getAssetBatch getAssetProof getAssetProofBatch getAssets getAssetsByAuthority getAssetsByCreator
     getAssetsByGroup getAssetsByOwner getAssetSignatures getNftEditions getSignaturesForAsset
     getTokenAccounts searchAssets`,
  ],
  ['read', 'history', 'light', '', 'getBlockTime getFirstAvailableBlock minimumLedgerSlot'],
  [
    'read',
    'history',
    'medium',
    'getBlocks getBlocksWithLimit getSignaturesForAddress getTransaction',
    'getBlock getInflationReward',
  ],
  ['read', 'history', 'heavy', 'getTransactionsForAddress'],
  [
    'read',
    'transactions',
    'light',
    `getBundleStatuses getFeeForMessage getInflightBundleStatuses getLatestBlockhash getPriorityFeeEstimate
     getRecentPrioritizationFees getSignatureStatuses isBlockhashValid qn_estimatePriorityFees`,
    'getTipAccounts',
  ],
  ['read', 'transactions', 'medium', 'simulateBundle simulateTransaction'],
  ['signed', 'transactions', 'medium', 'sendTransaction'],
  ['write', 'transactions', 'medium', 'requestAirdrop sendBundle'],
  [
    'read',
    'status',
    'light',
    `getBlockCommitment getBlockHeight getEpochInfo getHealth getInflationRate getMaxRetransmitSlot
     getMaxShredInsertSlot getRecentPerformanceSamples getSlot getSlotLeader getSlotLeaders
     getTransactionCount`,
    `getAgGenesisCert getEpochSchedule getGenesisHash getHighestSnapshotSlot getIdentity getInflationGovernor
     getMinimumBalanceForRentExemption getStakeMinimumDelegation getVersion`,
  ],
  ['read', 'status', 'medium', 'getBlockProduction getVoteAccounts', 'getClusterNodes getLeaderSchedule'],
]);
