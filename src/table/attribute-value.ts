// How DynamoDB writes values in JSON (DynamoDB API Reference, "AttributeValue"), for the types that items of the request
// path have: no binaries, and sets of texts alone.

import { isObject, type Members } from '../schema.ts';

/** A value is not written to DynamoDB, or what was read is nothing that the gateway writes. */
export class AttributeValueError extends Error {
  override readonly name = 'AttributeValueError';
  readonly code = 'invalid_attribute_value';
}

/**
 * An item's attributes as DynamoDB takes them; what is undefined is left out, at every depth.
 * @throws {AttributeValueError} for a value of another type, for a number that is not exact, and for a set of other than texts
 */
export function toAttributes(item: Members): Members {
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(item)) {
    if (value !== undefined) attributes[name] = toAttributeValue(value);
  }
  return attributes;
}

function toAttributeValue(value: unknown): Members {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: numeral(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (typeof value === 'bigint') return { N: String(value) };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.filter((one) => one !== undefined).map(toAttributeValue) };
  if (value instanceof Set) return { SS: [...value].map(text) };
  if (isPlain(value)) return { M: toAttributes(value) };
  throw new AttributeValueError(`A value of the type ${Object.prototype.toString.call(value)} is not written.`);
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new AttributeValueError('A set is written of texts alone.');
}

function numeral(value: number): string {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  throw new AttributeValueError(`The number ${value} is not written, as it is not exact.`);
}

/** An object that is no instance of a class. */
function isPlain(value: unknown): value is Members {
  if (!isObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * The item that attributes of DynamoDB make. Whole numbers beyond what a number holds exactly come as bigint.
 * @throws {AttributeValueError} for what is no such attributes
 */
export function fromAttributes(attributes: unknown): Record<string, unknown> {
  if (!isObject(attributes)) throw new AttributeValueError('Attributes are an object.');
  const item: Record<string, unknown> = {};
  for (const name of Object.keys(attributes)) item[name] = fromAttributeValue(attributes[name]);
  return item;
}

function fromAttributeValue(attribute: unknown): unknown {
  const members = isObject(attribute) ? attribute : {};
  // Most attributes are these two, and a report reads a million of them.
  if (typeof members.N === 'string') return toNumber(members.N);
  if (typeof members.S === 'string') return members.S;
  const { BOOL, NULL, L, M, SS } = members;
  if (typeof BOOL === 'boolean') return BOOL;
  if (NULL === true) return null;
  if (Array.isArray(L)) return L.map(fromAttributeValue);
  if (isObject(M)) return fromAttributes(M);
  if (Array.isArray(SS)) return new Set(SS.map(text));
  throw new AttributeValueError(`An attribute of the type ${Object.keys(Object(attribute))} is not read.`);
}

function toNumber(numeral: string): number | bigint {
  const value = Number(numeral);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  if (/^-?\d+$/.test(numeral)) return BigInt(numeral);
  throw new AttributeValueError(`The number ${numeral} is not read, as it would not be exact.`);
}
