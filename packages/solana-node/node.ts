import { Accounts } from './accounts.ts';
import { Blockhashes } from './blockhashes.ts';
import { Faucet } from './faucet.ts';
import { Ledger } from './ledger.ts';
import { genesisHashOf, hasFaucet } from './network.ts';
import { minContextSlotNotReached } from './rpc-errors.ts';
import { type Clock, type Commitment, Slots } from './slots.ts';
import { VirtualMachine } from './virtual-machine.ts';

/** The state that a call reads. */
export type ContextConfig = {
  readonly commitment?: Commitment | null | undefined;
  readonly minContextSlot?: bigint | null | undefined;
};

/** A node of a network: its components and its clock. */
export class SolanaNode {
  readonly genesisHash: string;
  readonly slots: Slots;
  readonly blockhashes: Blockhashes;
  readonly accounts: Accounts;
  readonly ledger: Ledger;
  readonly machine = new VirtualMachine();
  /** Undefined on mainnet, which gives no airdrops. */
  readonly faucet: Faucet | undefined;

  constructor(network: string, clock: Clock, slotMs?: number) {
    this.genesisHash = genesisHashOf(network);
    this.slots = new Slots(clock, this.machine.firstSlot, slotMs);
    this.blockhashes = new Blockhashes(`${this.genesisHash}:${clock()}`);
    this.accounts = new Accounts(this.machine);
    this.ledger = new Ledger(this.machine, this.slots, this.blockhashes, this.accounts);
    this.faucet = hasFaucet(network) ? new Faucet() : undefined;
    if (this.faucet) this.machine.put(this.faucet.account);
  }

  /** Sets the virtual machine to the current slot, before each request. */
  advance(): void {
    const slot = this.slots.at('processed');
    this.machine.advance(slot, this.slots.timeOf(slot));
  }

  /**
   * The slot whose state a call reads. Default: finalized.
   * @throws {RpcError} -32016 if that slot is older than the call's `minContextSlot`
   */
  slotFor(config: ContextConfig | null | undefined): number {
    const slot = this.slots.at(config?.commitment ?? 'finalized');
    if (slot < (config?.minContextSlot ?? 0)) throw minContextSlotNotReached(slot);
    return slot;
  }
}
