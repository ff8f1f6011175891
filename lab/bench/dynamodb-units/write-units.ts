import * as v from 'valibot';

/** Request units, as DynamoDB charges for them on demand. */
export type Units = { readonly read: number; readonly write: number };

export const noUnits: Units = { read: 0, write: 0 };
export const plus = (one: Units, other: Units): Units => ({
  read: one.read + other.read,
  write: one.write + other.write,
});

/** One call that DynamoDB has answered. */
export type Exchange = { readonly operation: string; readonly input: unknown; readonly answer: unknown };

/** Attributes as DynamoDB writes them in JSON. */
export const attributesSchema = v.record(v.string(), v.record(v.string(), v.unknown()));

/** {@link attributesSchema} */
export type Attributes = v.InferOutput<typeof attributesSchema>;

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
 * of the item before and after; a write whose condition fails, one for each KB of the item that it was compared with. It
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

/** Bytes of an item as AWS counts them (DynamoDB developer guide, "DynamoDB item sizes and formats"). */
export function itemSize(item: Attributes): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(item)) bytes += Buffer.byteLength(name) + valueSize(value);
  return bytes;
}

const container = 3;
const element = 1;

function valueSize({ S, N, L, M, SS }: Attributes[string]): number {
  if (typeof S === 'string') return Buffer.byteLength(S);
  if (typeof N === 'string') return numberSize(N);
  if (L !== undefined) {
    const values = v.parse(v.array(v.record(v.string(), v.unknown())), L);
    return values.reduce((bytes, value) => bytes + element + valueSize(value), container);
  }
  if (SS !== undefined) {
    // What a set adds to its texts is not said: it is taken to be a list's.
    return v
      .parse(v.array(v.string()), SS)
      .reduce((bytes, text) => bytes + element + Buffer.byteLength(text), container);
  }
  if (M === undefined) return 1;
  const members = v.parse(attributesSchema, M);
  return container + element * Object.keys(members).length + itemSize(members);
}

/** A byte for two digits that count, and one more; a minus takes another. */
function numberSize(numeral: string): number {
  const digits = numeral.replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
  return Math.ceil(digits.length / 2) + 1 + (numeral.startsWith('-') ? 1 : 0);
}
