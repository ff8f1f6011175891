import { getAccountInfo, getBalance, getMinimumBalanceForRentExemption, getMultipleAccounts } from './accounts.ts';
import { requestAirdrop } from './airdrop.ts';
import { getBlock } from './block.ts';
import {
  getBlockHeight,
  getEpochInfo,
  getEpochSchedule,
  getLatestBlockhash,
  getSlot,
  getTransactionCount,
  isBlockhashValid,
} from './blocks.ts';
import { getGenesisHash, getHealth, getVersion } from './cluster.ts';
import { getFeeForMessage } from './fee-for-message.ts';
import type { Method } from './method.ts';
import { getRecentPrioritizationFees } from './prioritization-fees.ts';
import { getProgramAccounts } from './program-accounts.ts';
import { sendTransaction } from './send-transaction.ts';
import { getSignatureStatuses } from './signature-statuses.ts';
import { getSignaturesForAddress } from './signatures-for-address.ts';
import { simulateTransaction } from './simulate-transaction.ts';
import { getBlocks, getBlockTime, getFirstAvailableBlock, minimumLedgerSlot } from './stored-blocks.ts';
import { getSupply } from './supply.ts';
import { getTokenAccountsByDelegate, getTokenAccountsByOwner } from './token-accounts.ts';
import { getTokenAccountBalance, getTokenLargestAccounts, getTokenSupply } from './token-amounts.ts';
import { getTransaction } from './transaction.ts';

/** Every method this node knows. */
export const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    getAccountInfo,
    getBalance,
    getBlock,
    getBlockHeight,
    getBlockTime,
    getBlocks,
    getEpochInfo,
    getEpochSchedule,
    getFeeForMessage,
    getFirstAvailableBlock,
    getGenesisHash,
    getHealth,
    getLatestBlockhash,
    getMinimumBalanceForRentExemption,
    getMultipleAccounts,
    getProgramAccounts,
    getRecentPrioritizationFees,
    getSignatureStatuses,
    getSignaturesForAddress,
    getSlot,
    getSupply,
    getTokenAccountBalance,
    getTokenAccountsByDelegate,
    getTokenAccountsByOwner,
    getTokenLargestAccounts,
    getTokenSupply,
    getTransaction,
    getTransactionCount,
    getVersion,
    isBlockhashValid,
    minimumLedgerSlot,
    requestAirdrop,
    sendTransaction,
    simulateTransaction,
  }),
);
