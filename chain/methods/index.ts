import { getAccountInfo, getBalance, getMinimumBalanceForRentExemption, getMultipleAccounts } from './accounts.ts';
import { requestAirdrop } from './airdrop.ts';
import {
  getBlockHeight,
  getEpochInfo,
  getLatestBlockhash,
  getSlot,
  getTransactionCount,
  isBlockhashValid,
} from './blocks.ts';
import { getGenesisHash, getHealth, getVersion } from './cluster.ts';
import { getFeeForMessage } from './fee-for-message.ts';
import type { Method } from './method.ts';
import { getProgramAccounts } from './program-accounts.ts';
import { sendTransaction } from './send-transaction.ts';
import { getSignatureStatuses } from './signature-statuses.ts';
import { getSignaturesForAddress } from './signatures-for-address.ts';
import { simulateTransaction } from './simulate-transaction.ts';
import { getTransaction } from './transaction.ts';

/** Every method this node knows. */
export const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    getAccountInfo,
    getBalance,
    getBlockHeight,
    getEpochInfo,
    getFeeForMessage,
    getGenesisHash,
    getHealth,
    getLatestBlockhash,
    getMinimumBalanceForRentExemption,
    getMultipleAccounts,
    getProgramAccounts,
    getSignatureStatuses,
    getSignaturesForAddress,
    getSlot,
    getTransaction,
    getTransactionCount,
    getVersion,
    isBlockhashValid,
    requestAirdrop,
    sendTransaction,
    simulateTransaction,
  }),
);
