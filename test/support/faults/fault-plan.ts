import { seededRandom } from '../../../lab/bench/statistics.ts';
import { type FaultKind, faultKinds, type Rates } from './fault-kinds.ts';

/** Decides which requests meet which fault: the same ones for the same seed, as far as they come in the same order. */
export class FaultPlan {
  /** A number from 0 to below 1 for random choices within a fault. */
  readonly random: () => number;
  /** May be changed at any time. */
  rates: Rates;
  readonly #injected = new Map<FaultKind, number>();

  constructor(seed: number, rates: Rates) {
    this.random = seededRandom(seed);
    this.rates = rates;
  }

  /**
   * The fault for the next request, which is counted at once; undefined if the request passes.
   * @param writes whether it may be in conflict with a transaction
   */
  next(writes: boolean): FaultKind | undefined {
    const kind = this.#draw();
    if (kind === undefined || (kind === 'conflict' && !writes)) return undefined;
    this.#injected.set(kind, this.injected(kind) + 1);
    return kind;
  }

  #draw(): FaultKind | undefined {
    let draw = this.random();
    return faultKinds.find((kind) => {
      draw -= this.rates[kind] ?? 0;
      return draw < 0;
    });
  }

  /** How many requests have met a fault so far. */
  injected(kind: FaultKind): number {
    return this.#injected.get(kind) ?? 0;
  }

  /** How many requests have met any fault. */
  get total(): number {
    return [...this.#injected.values()].reduce((sum, count) => sum + count, 0);
  }
}
