import * as v from 'valibot';
import { type Attributes, attributesSchema, itemSize } from './item-size.ts';

/** Request units, as DynamoDB charges for them on demand. */
export type Units = { readonly read: number; readonly write: number };

export const noUnits: Units = { read: 0, write: 0 };
export const plus = (one: Units, other: Units): Units => ({
  read: one.read + other.read,
  write: one.write + other.write,
});
export const minus = (one: Units, other: Units): Units => ({
  read: one.read - other.read,
  write: one.write - other.write,
});

/** One call that DynamoDB has answered. */
export type Exchange = { readonly operation: string; readonly input: unknown; readonly answer: unknown };

const input = v.object({
  TableName: v.string(),
  Key: v.optional(attributesSchema),
  Item: v.optional(attributesSchema),
});
// The item of a GetItem or of a failed condition, and the attributes of an update that returns all of them.
const answer = v.object({ Item: v.optional(attributesSchema), Attributes: v.optional(attributesSchema) });

/**
 * Counts the units of calls by AWS's rules (DynamoDB developer guide, "DynamoDB read and write operations"): a strongly
 * consistent read is a unit for each 4 KB, of an item that is not there too; a write is one for each KB of the larger
 * of the item before and after; a write whose condition fails, one for each KB of the item that stands in its way. It
 * remembers how large each item was, so it must see every write from the first one on.
 */
export class UnitCounter {
  readonly #sizes = new Map<string, number>();

  /** @throws {v.ValiError} for a call that the gateway does not make on single items */
  count({ operation, ...exchange }: Exchange): Units {
    const { TableName, Key, Item } = v.parse(input, exchange.input);
    const found = v.parse(answer, exchange.answer);
    if (operation === 'GetItem') return { read: units(itemSize(found.Item ?? {}), 4_096), write: 0 };
    v.parse(v.picklist(['PutItem', 'UpdateItem']), operation);
    const after = found.Attributes ?? found.Item ?? Item ?? {};
    const name = `${TableName} ${JSON.stringify(keyOf(Key ?? Item ?? {}))}`;
    const size = itemSize(after);
    const before = this.#sizes.get(name) ?? 0;
    this.#sizes.set(name, size);
    return { read: 0, write: units(Math.max(before, size), 1_024) };
  }
}

const keyOf = ({ pk, sk }: Attributes) => [pk?.S, sk?.S];

const units = (bytes: number, unit: number): number => Math.max(1, Math.ceil(bytes / unit));
