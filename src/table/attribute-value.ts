import { errorClass } from '../error-class.ts';

// DynamoDB's JSON format of values (DynamoDB API Reference, "AttributeValue"), without binaries and sets of numbers.

import { isObject, type Members } from '../schema.ts';

export class AttributeValueError extends errorClass('AttributeValueError', 'invalid_attribute_value') {}

/** Omits undefined values at every depth. @throws {AttributeValueError} for inexact numbers and unsupported types */
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
  if (value instanceof Set) return { SS: [...value].map(requireString) };
  if (isPlainObject(value)) return { M: toAttributes(value) };
  const type = Object.prototype.toString.call(value);
  throw new AttributeValueError(`A value of the type ${type} cannot be written to DynamoDB.`);
}

function requireString(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new AttributeValueError('Only sets of strings can be written to DynamoDB.');
}

function numeral(value: number): string {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  throw new AttributeValueError(`The number ${value} cannot be written to DynamoDB because it is not exact.`);
}

function isPlainObject(value: unknown): value is Members {
  if (!isObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whole numbers that a number cannot hold exactly become bigints. @throws {AttributeValueError} */
export function fromAttributes(attributes: unknown): Record<string, unknown> {
  if (!isObject(attributes)) throw new AttributeValueError('The attributes are not an object.');
  const item: Record<string, unknown> = {};
  for (const name of Object.keys(attributes)) item[name] = fromAttributeValue(attributes[name]);
  return item;
}

function fromAttributeValue(attribute: unknown): unknown {
  const members = isObject(attribute) ? attribute : {};
  // Most attributes are of these two types, and a report reads a million of them.
  if (typeof members.N === 'string') return toNumber(members.N);
  if (typeof members.S === 'string') return members.S;
  const { BOOL, NULL, L, M, SS } = members;
  if (typeof BOOL === 'boolean') return BOOL;
  if (NULL === true) return null;
  if (Array.isArray(L)) return L.map(fromAttributeValue);
  if (isObject(M)) return fromAttributes(M);
  if (Array.isArray(SS)) return new Set(SS.map(requireString));
  throw new AttributeValueError(`An attribute of the type ${Object.keys(Object(attribute))} cannot be read.`);
}

function toNumber(numeral: string): number | bigint {
  const value = Number(numeral);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  if (/^-?\d+$/.test(numeral)) return BigInt(numeral);
  throw new AttributeValueError(`The number ${numeral} cannot be read exactly.`);
}
