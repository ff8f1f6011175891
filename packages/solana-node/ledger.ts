import type { Accounts } from './accounts.ts';
import type { Blockhashes } from './blockhashes.ts';
import type { Slots } from './slots.ts';
import { type TokenBalance, tokenBalances } from './spl-token.ts';
import { type Transaction, writableAccounts } from './transaction.ts';
import { transactionError } from './transaction-errors.ts';
import type { Execution, VirtualMachine } from './virtual-machine.ts';

/** The balances of a transaction's accounts at one time, in the order of its account keys. */
type Balances = { readonly lamports: readonly bigint[]; readonly tokens: readonly TokenBalance[] };

/** A transaction in the ledger. */
export type LandedTransaction = {
  readonly slot: number;
  readonly transaction: Transaction;
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

  /** The number of transactions up to `last`. */
  countUntil(last: number): number {
    return this.#landed
      .values()
      .filter(({ slot }) => slot <= last)
      .reduce((count) => count + 1, 0);
  }

  /** The transactions of the block of `slot`, in the order in which they ran. */
  inSlot(slot: number): readonly LandedTransaction[] {
    return this.#bySlot.get(slot) ?? [];
  }

  /** Runs a transaction. A known one, an expired one, or one that cannot pay, changes nothing, as on a cluster. */
  send(transaction: Transaction): void {
    const slot = this.#slots.at('processed');
    if (this.#landed.has(transaction.signature) || !this.#isRecent(transaction, slot)) return;
    this.#accounts.change(writableAccounts(transaction.message), slot, this.#slots.at('finalized'), () => {
      const before = this.#balances(transaction);
      const { landed, ...execution } = this.#machine.execute(transaction);
      if (!landed) return;
      const after = this.#balances(transaction);
      // A transaction moves lamports among its accounts only, so what they lost together is its fee.
      const fee = sum(before.lamports) - sum(after.lamports);
      this.#remember({ slot, transaction, execution, fee, before, after });
    });
  }

  /** Simulates a transaction in the newest slot. */
  simulate(transaction: Transaction): Execution {
    if (!this.#isRecent(transaction, this.#slots.at('processed'))) return failed('BlockhashNotFound');
    if (this.#landed.has(transaction.signature)) return failed('AlreadyProcessed');
    return this.#machine.simulate(transaction);
  }

  #isRecent(transaction: Transaction, slot: number): boolean {
    return this.#blockhashes.isValid(transaction.message.lifetimeToken, slot);
  }

  #balances({ message: { staticAccounts } }: Transaction): Balances {
    return {
      lamports: staticAccounts.map((address) => this.#machine.account(address)?.lamports ?? 0n),
      tokens: tokenBalances(staticAccounts, (address) => this.#machine.account(address)),
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

/** The result of a transaction that fails before it runs. */
const failed = (name: Parameters<typeof transactionError>[0]): Execution => ({
  error: transactionError(name),
  logs: [],
  unitsConsumed: 0n,
  inner: [],
  returnData: undefined,
});
