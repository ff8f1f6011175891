import type { ItemTable } from '../../src/table/item-table.ts';

/** Adds up amounts by name. */
export class Sums {
  readonly #sums = new Map<string, number>();
  readonly #peaks = new Map<string, number>();

  add(name: string, amount: number): void {
    const sum = this.of(name) + amount;
    this.#sums.set(name, sum);
    this.#peaks.set(name, Math.max(sum, this.#peaks.get(name) ?? 0));
  }

  of(name: string): number {
    return this.#sums.get(name) ?? 0;
  }

  /** By how much all sums together have been above a limit, each when it was highest. */
  above(limit: number): number {
    return [...this.#peaks.values()].reduce((sum, one) => sum + Math.max(0, one - limit), 0);
  }

  total(): number {
    return [...this.#sums.values()].reduce((sum, one) => sum + one, 0);
  }

  names(): IterableIterator<string> {
    return this.#sums.keys();
  }
}

/** The calls of a key and day that count against its quota; `name` is the item's. */
export const usedOf = async (table: ItemTable, name: string): Promise<number> =>
  Number((await table.get({ pk: name }))?.used ?? 0);
