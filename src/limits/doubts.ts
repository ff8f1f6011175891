import type { UpdateRequest } from '../table/table.ts';
import { Recent } from './recent.ts';

/** A write that puts right what another may have done, and may be made as often as one likes until then (ms). */
export type Doubt = { readonly update: UpdateRequest; readonly until: number };

/** DynamoDB is out of order for longer than a few tries: the oldest are given up. */
const maxDoubts = 20;

/** Writes of this process that failed with nobody knowing whether they were carried out, by the item they went to. */
export class Doubts {
  readonly #doubts = new Recent<readonly Doubt[]>();

  add(pk: string, doubt: Doubt): void {
    this.#doubts.set(pk, [...(this.#doubts.get(pk) ?? []), doubt].slice(-maxDoubts));
  }

  /** Those of an item that may still be put right; they are forgotten here. */
  take(pk: string, at: number): readonly Doubt[] {
    const doubts = this.#doubts.get(pk);
    if (!doubts) return [];
    this.#doubts.delete(pk);
    return doubts.filter(({ until }) => at < until);
  }
}
