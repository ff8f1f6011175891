import { createHash } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';

/** The number of blocks for which a blockhash is valid (MAX_PROCESSING_AGE in solana-clock). */
export const blockhashLifetime = 150;

// The number of slots whose blockhashes are kept: more than a lifetime before the last finalized slot.
const remembered = 300;

const base58 = getBase58Decoder();

/**
 * The blockhash of each slot is a digest of the chain's seed and the slot, so that no block must be produced in time.
 */
export class Blockhashes {
  readonly #seed: string;
  readonly #slots = new Map<string, number>();
  #newest = Number.NEGATIVE_INFINITY;

  /** @param seed differs from one chain to another, so that no transaction is valid on two. */
  constructor(seed: string) {
    this.#seed = seed;
  }

  of(slot: number): string {
    return base58.decode(createHash('sha256').update(`${this.#seed}:${slot}`).digest());
  }

  /** Whether a transaction with `blockhash` may still land in `slot`. */
  isValid(blockhash: string, slot: number): boolean {
    this.#remember(slot);
    const age = slot - (this.#slots.get(blockhash) ?? Number.NEGATIVE_INFINITY);
    return age >= 0 && age <= blockhashLifetime;
  }

  #remember(slot: number): void {
    for (let next = Math.max(this.#newest + 1, slot - remembered); next <= slot; next++) {
      this.#slots.set(this.of(next), next);
      this.#newest = next;
    }
    for (const [blockhash, old] of this.#slots) {
      if (old >= this.#newest - remembered) break;
      this.#slots.delete(blockhash);
    }
  }
}
