import { Accounts } from './accounts.ts';
import { Blockhashes } from './blockhashes.ts';
import { Faucet } from './faucet.ts';
import { Ledger } from './ledger.ts';
import { genesisHashOf, hasFaucet } from './network.ts';
import { minContextSlotNotReached } from './rpc-errors.ts';
import { type Clock, type Commitment, Slots } from './slots.ts';
import { VirtualMachine } from './virtual-machine.ts';

/** What a call asks of the state it reads. */
export type ContextConfig = {
  readonly commitment?: Commitment | null | undefined;
  readonly minContextSlot?: bigint | null | undefined;
};

/** One node of one network: its parts, and the time it has. */
export class SolanaNode {
  readonly genesisHash: string;
  readonly slots: Slots;
  readonly blockhashes: Blockhashes;
  readonly accounts: Accounts;
  readonly ledger: Ledger;
  readonly machine = new VirtualMachine();
  /** Undefined where nobody gives anything away. */
  readonly faucet: Faucet | undefined;
  readonly #initialSupply: bigint;

  constructor(network: string, clock: Clock) {
    this.genesisHash = genesisHashOf(network);
    this.slots = new Slots(clock, this.machine.firstSlot);
    this.blockhashes = new Blockhashes(`${this.genesisHash}:${clock()}`);
    this.accounts = new Accounts(this.machine);
    this.ledger = new Ledger(this.machine, this.slots, this.blockhashes, this.accounts);
    this.faucet = hasFaucet(network) ? new Faucet() : undefined;
    if (this.faucet) this.machine.put(this.faucet.account);
    this.#initialSupply = this.machine.initialSupply();
  }

  /** Brings the virtual machine to the present slot; called before each call. */
  advance(): void {
    const slot = this.slots.at('processed');
    this.machine.advance(slot, this.slots.timeOf(slot));
  }

  /**
   * All lamports at the end of `slot`. Transactions only move lamports; their fees go to nobody and leave the supply.
   */
  supplyAt(slot: number): bigint {
    return this.#initialSupply - this.ledger.feesUntil(slot);
  }

  /**
   * The slot whose state a call reads: finalized, where it does not say otherwise.
   * @throws {RpcError} -32016 where that slot is older than the call wants.
   */
  slotFor(config: ContextConfig | null | undefined): number {
    const slot = this.slots.at(config?.commitment ?? 'finalized');
    if (slot < (config?.minContextSlot ?? 0)) throw minContextSlotNotReached(slot);
    return slot;
  }
}
