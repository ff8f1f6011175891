import type { OpenApi, Schema } from './open-api.ts';

type Schemas = OpenApi['components']['schemas'];

/** The name of a schema that another one refers to: `Key`. */
export const referredName = ({ $ref }: Schema): string | undefined => $ref?.replace('#/components/schemas/', '');

/** The schema itself, without references. A reference that leads nowhere is an empty schema. */
function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = referredName(schema);
  return name === undefined ? schema : (schemas[name] ?? {});
}

const isNull = ({ type }: Schema): boolean => type === 'null';

/** The type in words: `string (date-time)`, `Key[]`, `integer or null`, `"minute", "hour" or "day"`. */
export function typeWords(schema: Schema): string {
  const name = referredName(schema);
  if (name !== undefined) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return orList(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.anyOf) return orList(schema.anyOf.filter((it) => !isNull(it)).map(typeWords), schema.anyOf.some(isNull));
  if (schema.type === 'array') return `${schema.items ? bracketed(typeWords(schema.items)) : 'any'}[]`;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') {
    return `map of ${typeWords(schema.additionalProperties)}`;
  }
  return `${schema.type ?? 'any'}${schema.format ? ` (${schema.format})` : ''}`;
}

const bracketed = (type: string): string => (type.includes(' or ') ? `(${type})` : type);

function orList(values: readonly string[], orNull = false): string {
  const all = orNull ? [...values, 'null'] : values;
  const [last = '', ...before] = all.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} or ${last}`;
}

/** What a value must be, besides its type: `1 to 100`, `at most 64 characters`, `default: 50`. */
export function limitWords(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength } = schema;
  return [
    rangeWords(minimum, maximum, ''),
    rangeWords(minLength, maxLength, ' characters'),
    schema.default === undefined ? undefined : `default: ${JSON.stringify(schema.default)}`,
    schema['x-extensible-enum'] ? `such as ${schema['x-extensible-enum'].map(String).join(', ')}` : undefined,
  ].filter((words) => words !== undefined);
}

function rangeWords(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
  if (most !== undefined) return `at most ${most}${unit}`;
  return least === undefined ? undefined : `at least ${least}${unit}`;
}

/** A member of an object, at any depth: `points[].latency.p50`. */
export type Member = {
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
};

/** The members of an object or of an array's objects. Members of named schemas are listed only at the top. */
export function membersOf(schema: Schema, schemas: Schemas, prefix = ''): Member[] {
  const { items, anyOf, properties = {}, required = [] } = prefix === '' ? resolved(schema, schemas) : schema;
  if (items && !items.$ref) return membersOf(items, schemas, `${prefix}[]`);
  const shape = anyOf?.find((it) => it.properties);
  if (shape) return membersOf(shape, schemas, prefix);
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const isRequired = required.includes(name);
    return [{ path, schema: member, isRequired }, ...(member.$ref ? [] : membersOf(member, schemas, path))];
  });
}
