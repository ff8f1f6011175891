import * as v from 'valibot';

/** Attributes as DynamoDB writes them in JSON. */
export const attributesSchema = v.record(v.string(), v.record(v.string(), v.unknown()));

/** {@link attributesSchema} */
export type Attributes = v.InferOutput<typeof attributesSchema>;

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
