/** How a partition of DynamoDB limits its write units. AWS documents the rate only. */
export type UnitLimit = {
  readonly perSecond: number;
  /** The most units that can be unused and are taken at once. */
  readonly depth: number;
  /** `continuous`: as time passes. `each second`: all of them when a whole second begins. */
  readonly refill: 'continuous' | 'each second';
};

/** 1,000 write units a second (docs/scale.md, "What a load needs"). */
const perSecond = 1_000;

export const partitionLimits = {
  bucket: { perSecond, depth: perSecond, refill: 'continuous' },
  'each second': { perSecond, depth: perSecond, refill: 'each second' },
  'depth 100': { perSecond, depth: 100, refill: 'continuous' },
} as const satisfies Record<string, UnitLimit>;

/** The unused units of one partition: a token bucket, full at first. */
export class UnitBucket {
  readonly #limit: UnitLimit;
  #units: number;
  #filledAt: number;

  /** @param at ms since the epoch, as everywhere here */
  constructor(limit: UnitLimit, at: number) {
    this.#limit = limit;
    this.#units = limit.depth;
    this.#filledAt = at;
  }

  /**
   * Takes units if there are as many, or none.
   * @param share of the rate and the depth that is available now, from 0 to 1
   */
  take(units: number, at: number, share = 1): boolean {
    this.#fill(at, share);
    if (units > this.#units) return false;
    this.#units -= units;
    return true;
  }

  #fill(at: number, share: number): void {
    const { perSecond, depth, refill } = this.#limit;
    if (refill === 'continuous') this.#units += ((at - this.#filledAt) / 1_000) * perSecond * share;
    else if (Math.floor(at / 1_000) > Math.floor(this.#filledAt / 1_000)) this.#units = depth;
    this.#units = Math.min(this.#units, depth * share);
    this.#filledAt = at;
  }
}
