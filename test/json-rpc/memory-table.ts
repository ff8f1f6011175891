import { ConditionFailedError } from '../../src/table/condition-failed-error.ts';
import type { Item, ItemTable, UpdateRequest } from '../../src/table/table.ts';

/** Counters or records in memory, under what their partition and sort keys make together. */
export type MemoryTable = ItemTable & { readonly items: Map<string, Item> };

/**
 * A table in memory that knows what the request path asks of one and no more; test/limits/ proves that DynamoDB counts
 * so. It answers at once: tests put their own delays around it.
 */
export function memoryTable(): MemoryTable {
  const items = new Map<string, Item>();
  const nameOf = ({ pk, sk = '' }: Item) => `${pk}/${sk}`;
  return {
    items,
    get: async (key) => items.get(nameOf(key)),
    put: async (item) => void items.set(nameOf(item), item),
    async update(request) {
      const item = items.get(nameOf(request.key)) ?? { ...request.key };
      if (!holds(request, item)) throw new ConditionFailedError(item);
      const updated = { ...item, ...added(request, item) };
      items.set(nameOf(request.key), updated);
      return updated;
    },
  };
}

/** The numbers and markers that an update adds: `ADD used :n, s5 :n, m1a :marker`. */
function added({ update, values }: UpdateRequest, item: Item): Item {
  const additions = [...update.matchAll(/(?<name>\w+) (?<value>:n|:marker)/g)];
  return Object.fromEntries(
    additions.map(({ groups: { name = '', value = '' } = {} }) =>
      value === ':n'
        ? [name, numberIn(item, name) + numberIn(values, value)]
        : [name, new Set([...setIn(item, name), values[':token']])],
    ),
  );
}

/** An admission is conditioned on what each counter may be at most, what is given back on what is counted at least. */
function holds({ condition = '', values }: UpdateRequest, item: Item): boolean {
  const [, marked = ''] = /NOT contains\((\w+), :token\)/.exec(condition) ?? [];
  const most = [...condition.matchAll(/(\w+) <= (:\w+)/g)];
  const least = [...condition.matchAll(/(\w+) >= (:\w+)/g)];
  return (
    !setIn(item, marked).has(values[':token']) &&
    most.every(([, name = '', value = '']) => numberIn(item, name) <= numberIn(values, value)) &&
    least.every(([, name = '', value = '']) => numberIn(item, name) >= numberIn(values, value))
  );
}

const numberIn = (item: Item, name: string): number => Number(item[name] ?? 0);

function setIn(item: Item, name: string): ReadonlySet<unknown> {
  const set = item[name];
  return set instanceof Set ? set : new Set();
}
