import type { Item } from '../table/item-table.ts';
import type { TableReads } from '../table/signed-table.ts';
import { UsageTooLargeError } from './usage-range.ts';

/** A token pays for so much of the Usage table: 64 read units, and some 20 ms of a processor. */
export const bytesPerToken = 512 * 1_024;

/** Or for so many queries and single items, however small. */
export const queriesPerToken = 50;

/** Or for so many points in the answer: 128 KB. */
export const pointsPerToken = 500;

/** A report reads for at most so many tokens. */
export const maxReportTokens = 40;

/** DynamoDB reads an item as a whole, also if only a part of it is asked for. A day's figures have about 1 KB. */
const leastBytesOfPart = 1_000;

/** Items that are read one by one cost half a read unit each. */
const leastBytesOfItem = 4_096;

/** Counts what a report reads, and ends it when it would read too much. */
export class ReadMeter {
  #bytes = 0;
  #queries = 0;
  #points = 0;

  get tokens(): number {
    const [bytes, queries] = [this.#bytes / bytesPerToken, this.#queries / queriesPerToken];
    return Math.max(1, Math.ceil(bytes + queries + this.#points / pointsPerToken));
  }

  /** Call it before the queries are sent. @throws {UsageTooLargeError} if there are too many */
  addQueries(queries: number): void {
    this.#queries += queries;
    this.#check();
  }

  addPoints(points: number): void {
    this.#points += points;
    this.#check();
  }

  /** @throws {UsageTooLargeError} when too much was read */
  reads(usage: TableReads): TableReads {
    const counted = <T extends readonly Item[]>(items: T, leastBytes: number): T => {
      for (const item of items) this.#bytes += Math.max(leastBytes, bytesOf(item));
      this.#check();
      return items;
    };
    return {
      pages: async function* (range) {
        const leastBytes = range.attributes ? leastBytesOfPart : 0;
        for await (const page of usage.pages(range)) yield counted(page, leastBytes);
      },
      getAll: async (keys) => counted(await usage.getAll(keys), leastBytesOfItem),
    };
  }

  #check(): void {
    if (this.tokens > maxReportTokens) throw new UsageTooLargeError();
  }
}

/** As DynamoDB counts them, about. */
const bytesOf = (item: Item): number =>
  Object.entries(item).reduce(
    (sum, [name, value]) => sum + name.length + (typeof value === 'string' ? value.length : 8),
    0,
  );
