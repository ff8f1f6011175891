import { type AccountKeys, accountKeys, isWritable } from './account-keys.ts';
import type { Accounts } from './accounts.ts';
import type { Blockhashes } from './blockhashes.ts';
import type { Slots } from './slots.ts';
import { type TokenBalance, tokenBalances } from './spl-token.ts';
import type { Transaction } from './transaction.ts';
import { transactionError } from './transaction-errors.ts';
import type { Execution, VirtualMachine } from './virtual-machine.ts';

/** The balances of a transaction's accounts at one time, in the order of its account keys. */
type Balances = { readonly lamports: readonly bigint[]; readonly tokens: readonly TokenBalance[] };

/** A transaction in the ledger. */
export type LandedTransaction = {
  readonly slot: number;
  readonly transaction: Transaction;
  readonly keys: AccountKeys;
  readonly execution: Execution;
  readonly fee: bigint;
  readonly before: Balances;
  readonly after: Balances;
};

/** The chain: runs transactions in the newest slot and keeps all of them in memory. */
export class Ledger {
  readonly #machine: VirtualMachine;
  readonly #slots: Slots;
  readonly #blockhashes: Blockhashes;
  readonly #accounts: Accounts;
  readonly #landed = new Map<string, LandedTransaction>();
  readonly #bySlot = new Map<number, LandedTransaction[]>();

  constructor(machine: VirtualMachine, slots: Slots, blockhashes: Blockhashes, accounts: Accounts) {
    this.#machine = machine;
    this.#slots = slots;
    this.#blockhashes = blockhashes;
    this.#accounts = accounts;
  }

  find(signature: string): LandedTransaction | undefined {
    return this.#landed.get(signature);
  }

  /** The number of transactions from `first` to `last`, both inclusive. */
  countBetween(first: number, last: number): number {
    const inRange = [...this.#bySlot].filter(([slot]) => slot >= first && slot <= last);
    return inRange.reduce((sum, [, landed]) => sum + landed.length, 0);
  }

  /** The transactions of the block of `slot`, in the order in which they ran. */
  inSlot(slot: number): readonly LandedTransaction[] {
    return this.#bySlot.get(slot) ?? [];
  }

  /** Runs a transaction. A known one, or one that cannot pay, changes nothing, as on a cluster. */
  send(transaction: Transaction): void {
    const slot = this.#slots.at('processed');
    if (this.#landed.has(transaction.signature)) return;
    const keys = this.keysOf(transaction);
    const writable = keys.all.filter((_, index) => isWritable(transaction.message, keys, index));
    this.#accounts.change(writable, slot, this.#slots.at('finalized'), () => {
      const before = this.#balances(keys);
      const { landed, ...execution } = this.#machine.execute(transaction, this.#isRecent(transaction, slot));
      if (!landed) return;
      const after = this.#balances(keys);
      // A transaction moves lamports among its accounts only, so what they lost together is its fee.
      const fee = sum(before.lamports) - sum(after.lamports);
      this.#remember({ slot, transaction, keys, execution, fee, before, after });
    });
  }

  /** Simulates a transaction in the newest slot. */
  simulate(transaction: Transaction): Execution {
    const isRecent = this.#isRecent(transaction, this.#slots.at('processed'));
    if (isRecent && this.#landed.has(transaction.signature)) {
      const error = transactionError('AlreadyProcessed');
      return { error, logs: [], unitsConsumed: 0n, inner: [], returnData: undefined };
    }
    return this.#machine.simulate(transaction, isRecent);
  }

  /** @throws {RpcError} -32602 if an address lookup table is missing */
  keysOf(transaction: Transaction): AccountKeys {
    return accountKeys(transaction.message, (address) => this.#machine.account(address));
  }

  #isRecent(transaction: Transaction, slot: number): boolean {
    return this.#blockhashes.isValid(transaction.message.lifetimeToken, slot);
  }

  #balances(keys: AccountKeys): Balances {
    return {
      lamports: keys.all.map((address) => this.#machine.account(address)?.lamports ?? 0n),
      tokens: tokenBalances(keys.all, (address) => this.#machine.account(address)),
    };
  }

  #remember(landed: LandedTransaction): void {
    this.#landed.set(landed.transaction.signature, landed);
    const block = this.#bySlot.get(landed.slot);
    if (block === undefined) this.#bySlot.set(landed.slot, [landed]);
    else block.push(landed);
  }
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
