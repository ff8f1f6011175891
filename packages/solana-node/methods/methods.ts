import {
  getAccountInfo,
  getBalance,
  getMinimumBalanceForRentExemption,
  getMultipleAccounts,
  getProgramAccounts,
} from './account-methods.ts';
import { getBlock, getBlockTime, getFirstAvailableBlock, minimumLedgerSlot } from './block-methods.ts';
import {
  getBlockHeight,
  getEpochInfo,
  getEpochSchedule,
  getGenesisHash,
  getHealth,
  getLatestBlockhash,
  getSlot,
  getTransactionCount,
  getVersion,
  isBlockhashValid,
} from './chain-state-methods.ts';
import type { Method } from './define-method.ts';
import { requestAirdrop, sendTransaction, simulateTransaction } from './send-methods.ts';
import { getTokenAccountBalance, getTokenAccountsByOwner, getTokenSupply } from './token-methods.ts';
import { getSignatureStatuses, getTransaction } from './transaction-methods.ts';

/** All methods of this node: those that something in this repository calls. */
export const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    getAccountInfo,
    getBalance,
    getBlock,
    getBlockHeight,
    getBlockTime,
    getEpochInfo,
    getEpochSchedule,
    getFirstAvailableBlock,
    getGenesisHash,
    getHealth,
    getLatestBlockhash,
    getMinimumBalanceForRentExemption,
    getMultipleAccounts,
    getProgramAccounts,
    getSignatureStatuses,
    getSlot,
    getTokenAccountBalance,
    getTokenAccountsByOwner,
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
