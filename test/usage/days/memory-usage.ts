import { ConditionFailedError, type Item, type UpdateRequest } from '../../../src/table/item-table.ts';
import type { QueryableTable, QueryRange } from '../../../src/table/signed-table.ts';

/** Few items per page, so that readers must read several pages. */
const pageSize = 2;

/**
 * Usage in memory, for many histories. It supports only the expressions of counters and days. Each call is one step and
 * takes effect at once.
 */
export class MemoryUsage implements QueryableTable {
  readonly #items = new Map<string, Item>();

  /** All current items. */
  all(): Item[] {
    return [...this.#items.values()];
  }

  async get(key: Item): Promise<Item | undefined> {
    return this.#items.get(nameOf(key));
  }

  async put(item: Item): Promise<void> {
    this.#items.set(nameOf(item), item);
  }

  async update(request: UpdateRequest): Promise<Item> {
    const item = this.#items.get(nameOf(request.key));
    if (!holds(request, item)) throw new ConditionFailedError(item);
    const updated = updatedItem(request, item ?? request.key);
    this.#items.set(nameOf(request.key), updated);
    return updated;
  }

  async *pages({ pk, from, to, index }: QueryRange): AsyncGenerator<readonly Item[]> {
    let after = '';
    for (;;) {
      const found = this.all()
        .filter((item) => item[index?.partitionKey ?? 'pk'] === pk)
        .filter(({ sk }) => String(sk) >= from && String(sk) <= to && String(sk) > after)
        .toSorted((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1));
      const page = found.slice(0, pageSize);
      yield page;
      if (found.length <= pageSize) return;
      after = String(page.at(-1)?.sk);
    }
  }

  async getAll(keys: readonly Item[]): Promise<readonly Item[]> {
    return keys.flatMap((key): Item[] => [this.#items.get(nameOf(key))].filter((item) => item !== undefined));
  }
}

const nameOf = ({ pk, sk }: Item): string => `${pk}/${sk}`;

function holds({ condition, names = {}, values }: UpdateRequest, item: Item | undefined): boolean {
  switch (condition) {
    case undefined:
      return true;
    case 'attribute_not_exists(#position) OR #position < :first':
      return item?.position === undefined || String(item.position) < String(values[':first']);
    case 'attribute_not_exists(#version)':
      return item?.version === undefined;
    case '#version = :version':
      return item?.[names['#version'] ?? ''] === values[':version'];
    default:
      throw new Error(`Usage in memory does not know the condition ${condition}.`);
  }
}

/** Executes the clauses of an update expression: assignments, removals and additions of numbers. */
function updatedItem({ update, names = {}, values }: UpdateRequest, item: Item): Item {
  const updated: Record<string, unknown> = { ...item };
  for (const [clause = '', keyword = ''] of update.matchAll(/(SET|REMOVE|ADD) .+?(?= SET | REMOVE | ADD |$)/g)) {
    for (const action of clause.slice(keyword.length + 1).split(', ')) {
      const [, placeholder = '', value = ''] = /^(#\w+)(?:(?: =)? (:\w+))?$/.exec(action) ?? [];
      const name = names[placeholder];
      if (name === undefined) throw new Error(`Usage in memory does not know the action ${action}.`);
      if (keyword === 'SET') updated[name] = values[value];
      if (keyword === 'REMOVE') delete updated[name];
      if (keyword === 'ADD') updated[name] = Number(updated[name] ?? 0) + Number(values[value]);
    }
  }
  return updated;
}
