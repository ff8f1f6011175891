/** Milliseconds since the epoch. Passed in, so that tests decide what time it is. */
export type Clock = () => number;

/** How sure the cluster is of what a call reads; from newest to safest. */
export const commitments = ['processed', 'confirmed', 'finalized'] as const;

export type Commitment = (typeof commitments)[number];

/** A slot lasts 400 ms (DEFAULT_MS_PER_SLOT in solana-clock). */
export const slotMilliseconds = 400;

/** An epoch lasts 432,000 slots, about two days (DEFAULT_SLOTS_PER_EPOCH in solana-epoch-schedule). */
export const slotsInEpoch = 432_000;

/** How slots make up epochs: all epochs are of one length, as on mainnet. */
export const epochSchedule = {
  slotsPerEpoch: slotsInEpoch,
  leaderScheduleSlotOffset: slotsInEpoch,
  warmup: false,
  firstNormalEpoch: 0,
  firstNormalSlot: 0,
} as const;

// How many slots behind the newest a commitment is. A block is final with 32 on top of it (MAX_LOCKOUT_HISTORY + 1).
const depth = { processed: 0, confirmed: 1, finalized: 32 } as const;

/**
 * Tells which slot it is from what the clock says; nothing runs in between, and no slot is skipped, so the block
 * height is the slot. A clock that is set back does not take slots back.
 */
export class Slots {
  readonly #clock: Clock;
  readonly #first: number;
  readonly #startedAt: number;
  #newest: number;

  constructor(clock: Clock, first: number) {
    this.#clock = clock;
    this.#first = first;
    this.#startedAt = clock();
    this.#newest = first;
  }

  /** The oldest slot that has a block: the one that was finalized when the node started. */
  get oldest(): number {
    return this.#first - depth.finalized;
  }

  /** The newest slot that has `commitment`. */
  at(commitment: Commitment): number {
    const elapsed = this.#clock() - this.#startedAt;
    this.#newest = Math.max(this.#newest, this.#first + Math.floor(elapsed / slotMilliseconds));
    return this.#newest - depth[commitment];
  }

  /** The safest commitment that `slot` has by now. */
  commitmentOf(slot: number): Commitment {
    if (slot <= this.at('finalized')) return 'finalized';
    return slot <= this.at('confirmed') ? 'confirmed' : 'processed';
  }

  /** When `slot` began, in seconds since the epoch. */
  timeOf(slot: number): number {
    return Math.floor((this.#startedAt + (slot - this.#first) * slotMilliseconds) / 1000);
  }
}
