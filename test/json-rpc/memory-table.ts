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
      const counted = Object.fromEntries(
        counters(request).map((name) => [name, numberIn(item, name) + numberIn(request.values, ':n')]),
      );
      const updated = { ...item, ...counted };
      items.set(nameOf(request.key), updated);
      return updated;
    },
  };
}

const counters = ({ names }: UpdateRequest): string[] =>
  ['#used', '#second'].flatMap((placeholder) => names[placeholder] ?? []);

/** An admission is conditioned on what each counter may be at most, what is given back on what is counted at least. */
function holds(request: UpdateRequest, item: Item): boolean {
  const { values, names } = request;
  if (':least' in values) return numberIn(item, 'used') >= numberIn(values, ':least');
  return Object.entries(names)
    .filter(([placeholder]) => ['#used', '#second'].includes(placeholder))
    .every(([placeholder, name]) => numberIn(item, name) <= numberIn(values, placeholder.replace('#', ':')));
}

const numberIn = (item: Item, name: string): number => Number(item[name] ?? 0);
