import type {
  TsEntityName,
  TsInterfaceDeclaration,
  TsPropertySignature,
  TsType,
  TsTypeElement,
  TsTypeReference,
} from '@swc/core';
import { findScope, type Scope } from './declarations.ts';
import type { Fields, ParameterType } from './parameter-type.ts';

/** Reduces an interface of the SDK to the names and types of its members. */
export function reduceInterface(scope: Scope, name: string): Fields {
  const declaration = scope.interfaces.get(name);
  if (declaration === undefined) throw new Error(`The SDK's types do not declare the interface ${name}.`);
  return fieldsOf(declaration, scope);
}

function fieldsOf(declaration: TsInterfaceDeclaration, scope: Scope): Fields {
  const fields: Record<string, ParameterType> = {};
  const required: string[] = [];
  for (const { expression } of declaration.extends) {
    if (expression.type !== 'Identifier') throw unexpected(expression.type);
    const base = reduceInterface(findScope(scope, [], expression.value), expression.value);
    Object.assign(fields, base.fields);
    required.push(...base.required);
  }
  for (const member of declaration.body.body) {
    if (member.type !== 'TsPropertySignature') throw unexpected(member.type);
    const name = nameOf(member);
    if (member.typeAnnotation === undefined) throw unexpected(`${name} without a type`);
    fields[name] = reduce(member.typeAnnotation.typeAnnotation, scope, name);
    if (!member.optional && !required.includes(name)) required.push(name);
  }
  return { fields, required };
}

function nameOf({ key }: TsPropertySignature): string {
  if (key.type === 'Identifier' || key.type === 'StringLiteral') return key.value;
  throw unexpected(key.type);
}

/** @param name of the field, which tells whole numbers from others */
function reduce(type: TsType, scope: Scope, name: string): ParameterType {
  switch (type.type) {
    case 'TsKeywordType':
      return keyword(type.kind, name);
    case 'TsLiteralType':
      if (type.literal.type === 'StringLiteral') return enumOrEmpty(type.literal.value);
      // `deleted: true` and the like.
      if (type.literal.type === 'BooleanLiteral') return 'boolean';
      throw unexpected(type.literal.type);
    case 'TsUnionType':
      return union(type.types.filter((one) => !isOtherString(one)).map((one) => reduce(one, scope, name)));
    case 'TsTypeReference':
      return reference(type, scope, name);
    case 'TsTypeLiteral': {
      const map = mapOf(type.members[0], scope, name);
      if (map !== undefined) return map;
    }
  }
  throw unexpected(type.type);
}

// The SDK writes both as `number`; the API takes whole numbers except for shares and measures.
const fraction = /(percent|height|length|weight|width)$/;

function keyword(kind: string, name: string): ParameterType {
  if (kind === 'number') return fraction.test(name) ? 'number' : 'integer';
  if (kind === 'string' || kind === 'boolean') return kind;
  // The SDK sends null as an empty string.
  if (kind === 'null') return '';
  throw unexpected(kind);
}

const enumOrEmpty = (value: string): ParameterType => (value === '' ? '' : { enum: [value] });

// Enums end with it, so that TypeScript accepts values of later versions. The API does not.
const isOtherString = (type: TsType): boolean =>
  type.type === 'TsTypeReference' && type.typeName.type === 'Identifier' && type.typeName.value === 'OtherString';

/** Flattens unions, joins their enums and drops repetitions. */
function union(types: readonly ParameterType[]): ParameterType {
  const flat = types.flatMap((type) => (typeof type === 'object' && 'oneOf' in type ? type.oneOf : [type]));
  const values = flat.flatMap((type) => (typeof type === 'object' && 'enum' in type ? type.enum : []));
  const others = flat.filter((type) => !(typeof type === 'object' && 'enum' in type));
  const all = [...new Set(others), ...(values.length > 0 ? [{ enum: values }] : [])];
  const [only, ...more] = all;
  return only !== undefined && more.length === 0 ? only : { oneOf: all };
}

function reference(type: TsTypeReference, scope: Scope, field: string): ParameterType {
  const path = pathOf(type.typeName);
  const name = path.pop() ?? '';
  const [argument] = type.typeParams?.params ?? [];
  if (argument !== undefined) {
    if (name === 'Array') return { list: reduce(argument, scope, field) };
    if (name === 'Emptyable') return union(['', reduce(argument, scope, field)]);
  }
  if (name === 'Decimal') return 'decimal';
  // The SDK also takes numbers as values and writes them as text.
  if (name === 'MetadataParam') return { map: { oneOf: ['', 'string'] } };
  const found = findScope(scope, path, name);
  const alias = found.aliases.get(name);
  return alias === undefined ? namedFields(found, name) : reduce(alias, found, field);
}

function namedFields(scope: Scope, name: string): ParameterType {
  const [member] = scope.interfaces.get(name)?.body.body ?? [];
  return mapOf(member, scope, name) ?? reduceInterface(scope, name);
}

/** The type of `{ [key: string]: T }`, whose only member this is. */
const mapOf = (member: TsTypeElement | undefined, scope: Scope, name: string): ParameterType | undefined =>
  member?.type === 'TsIndexSignature' && member.typeAnnotation
    ? { map: reduce(member.typeAnnotation.typeAnnotation, scope, name) }
    : undefined;

const pathOf = (name: TsEntityName): string[] =>
  name.type === 'Identifier' ? [name.value] : [...pathOf(name.left), name.right.value];

const unexpected = (what: string): Error => new Error(`The SDK's types of parameters contain an unexpected ${what}.`);
