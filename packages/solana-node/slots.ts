/** Returns milliseconds since the epoch. An argument, so that tests set the time. */
export type Clock = () => number;

/** The commitments, from newest to safest. */
export const commitments = ['processed', 'confirmed', 'finalized'] as const;

export type Commitment = (typeof commitments)[number];

/** How long a slot lasts by default: as measured on mainnet on 27 October 2026. With Alpenglow, it takes 200 to 250 ms. */
const slotMilliseconds = 214;

/** An epoch lasts 432,000 slots, about two days (DEFAULT_SLOTS_PER_EPOCH in solana-epoch-schedule). */
export const slotsInEpoch = 432_000;

/** All epochs have the same length, as on mainnet. */
export const epochSchedule = {
  slotsPerEpoch: slotsInEpoch,
  leaderScheduleSlotOffset: slotsInEpoch,
  warmup: false,
  firstNormalEpoch: 0,
  firstNormalSlot: 0,
} as const;

// Slots between the newest one and each commitment. A block is final after 32 more (MAX_LOCKOUT_HISTORY + 1).
const depth = { processed: 0, confirmed: 1, finalized: 32 } as const;

/**
 * Derives the current slot from the clock; nothing runs in between. No slot is skipped, so the block height is the
 * slot. If the clock is set back, slots do not go back.
 */
export class Slots {
  /** How long a slot lasts. */
  readonly slotMs: number;
  readonly #clock: Clock;
  readonly #first: number;
  readonly #startedAt: number;
  #newest: number;

  constructor(clock: Clock, first: number, slotMs = slotMilliseconds) {
    this.slotMs = slotMs;
    this.#clock = clock;
    this.#first = first;
    this.#startedAt = clock();
    this.#newest = first;
  }

  /** The oldest slot with a block: the one that was finalized when the node started. */
  get oldest(): number {
    return this.#first - depth.finalized;
  }

  /** The newest slot with `commitment`. */
  at(commitment: Commitment): number {
    const elapsed = this.#clock() - this.#startedAt;
    this.#newest = Math.max(this.#newest, this.#first + Math.floor(elapsed / this.slotMs));
    return this.#newest - depth[commitment];
  }

  /** The safest commitment that `slot` has reached. */
  commitmentOf(slot: number): Commitment {
    if (slot <= this.at('finalized')) return 'finalized';
    return slot <= this.at('confirmed') ? 'confirmed' : 'processed';
  }

  /** When `slot` began, in seconds since the epoch. */
  timeOf(slot: number): number {
    return Math.floor((this.#startedAt + (slot - this.#first) * this.slotMs) / 1000);
  }
}
