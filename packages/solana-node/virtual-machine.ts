import { type Address, getAddressDecoder, signature } from '@solana/kit';
import { Clock, EpochSchedule, FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm';
import type { Account, NewestAccounts } from './accounts.ts';
import { epochSchedule, slotsInEpoch } from './slots.ts';
import type { Transaction } from './transaction.ts';
import { readTransactionError, type TransactionError } from './transaction-errors.ts';

/** What came of running a transaction. */
export type Execution = {
  readonly error: TransactionError | undefined;
  readonly logs: readonly string[];
  readonly unitsConsumed: bigint;
  /** For each instruction, those it called. */
  readonly inner: readonly (readonly InnerInstruction[])[];
  readonly returnData: { readonly program: Address; readonly data: Uint8Array } | undefined;
};

export type InnerInstruction = {
  readonly programIndex: number;
  readonly accountIndexes: readonly number[];
  readonly data: Uint8Array;
  readonly stackHeight: number;
};

/** LiteSVM, and the little of it this node needs. It knows one state: the newest. */
export class VirtualMachine implements NewestAccounts {
  // The node has blockhashes of its own.
  readonly #svm = new LiteSVM().withBlockhashCheck(false);
  /** The slot LiteSVM starts in; its programs were deployed before that one. */
  readonly firstSlot: number;
  #slot: number;

  constructor() {
    this.#svm.setEpochSchedule(readSchedule());
    this.firstSlot = Number(this.#svm.getClock().slot);
    this.#slot = this.firstSlot - 1;
  }

  /** Tells programs that it is `slot`, which began at `time` (seconds since the epoch). */
  advance(slot: number, time: number): void {
    if (slot === this.#slot) return;
    this.#slot = slot;
    const epoch = BigInt(Math.floor(slot / slotsInEpoch));
    this.#svm.setClock(new Clock(BigInt(slot), BigInt(time), epoch, epoch + 1n, BigInt(time)));
  }

  account(address: Address): Account | undefined {
    const account = this.#svm.getAccount(address);
    return account.exists ? account : undefined;
  }

  ownedBy(program: Address): readonly Account[] {
    return this.#svm.getProgramAccounts(program);
  }

  put(account: Account): void {
    this.#svm.setAccount(account);
  }

  /** Lamports an account of `size` bytes must hold to stay. */
  rentExemption(size: bigint): bigint {
    return this.#svm.minimumBalanceForRentExemption(size);
  }

  /**
   * Runs a transaction; `landed` says whether it became part of the chain, as a failed one does that paid its fee.
   */
  execute(transaction: Transaction): Execution & { readonly landed: boolean } {
    const result = this.#svm.withSigverify(true).sendTransaction(transaction.signed);
    // LiteSVM's history takes in what was executed, well or badly, and nothing that was turned away before.
    return { ...execution(result), landed: this.#svm.getTransaction(signature(transaction.signature)) !== null };
  }

  /** Runs a transaction, signed or not, without any effect. */
  simulate(transaction: Transaction): Execution {
    const result = this.#svm.withSigverify(false).simulateTransaction(transaction.signed);
    return execution(result instanceof FailedTransactionMetadata ? result : result.meta());
  }
}

function readSchedule(): EpochSchedule {
  const { slotsPerEpoch, leaderScheduleSlotOffset, warmup, firstNormalEpoch, firstNormalSlot } = epochSchedule;
  return new EpochSchedule(
    BigInt(slotsPerEpoch),
    BigInt(leaderScheduleSlotOffset),
    warmup,
    BigInt(firstNormalEpoch),
    BigInt(firstNormalSlot),
  );
}

function execution(result: TransactionMetadata | FailedTransactionMetadata): Execution {
  const failed = result instanceof FailedTransactionMetadata;
  const meta = failed ? result.meta() : result;
  return {
    error: failed ? readTransactionError(result) : undefined,
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    inner: innerInstructions(meta),
    returnData: returnData(meta),
  };
}

function innerInstructions(meta: TransactionMetadata): readonly (readonly InnerInstruction[])[] {
  return meta.innerInstructions().map((calls) =>
    calls.map((call) => ({
      programIndex: call.instruction().programIdIndex(),
      accountIndexes: [...call.instruction().accounts()],
      data: call.instruction().data(),
      stackHeight: call.stackHeight(),
    })),
  );
}

function returnData(meta: TransactionMetadata): Execution['returnData'] {
  const data = meta.returnData().data();
  if (data.length === 0) return undefined;
  return { program: getAddressDecoder().decode(meta.returnData().programId()), data };
}
