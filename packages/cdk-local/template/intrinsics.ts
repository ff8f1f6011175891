import * as v from 'valibot';
import { divideCidr } from './cidr-blocks.ts';
import { TemplateError } from './template-document.ts';

/** Resolves names of the template. Every function throws a {@link TemplateError} for an unknown name. */
export type IntrinsicScope = {
  readonly ref: (name: string, path: string) => unknown;
  readonly attribute: (logicalId: string, attribute: string, path: string) => unknown;
  readonly condition: (name: string, path: string) => boolean;
};

/** The value of `Ref: AWS::NoValue`: the property or element with it is removed. */
export const noValue = Symbol('AWS::NoValue');

type Intrinsic = (argument: unknown, scope: IntrinsicScope, path: string) => unknown;

const text = v.pipe(
  v.union([v.string(), v.number(), v.boolean()]),
  v.transform((value) => String(value)),
);
const join = v.tuple([v.string(), v.array(text)]);
const wholeNumber = v.pipe(text, v.toNumber(), v.integer(), v.minValue(0));
const cidr = v.tuple([v.string(), wholeNumber, wholeNumber]);
const select = v.tuple([wholeNumber, v.array(v.unknown())]);
const split = v.tuple([v.string(), v.string()]);
const choice = v.strictTuple([v.string(), v.unknown(), v.unknown()]);
const attributeName = v.union([
  v.tuple([v.string(), v.string()]),
  v.pipe(
    v.string(),
    v.regex(/^[^.]+\../),
    v.transform((name): [string, string] => [name.slice(0, name.indexOf('.')), name.slice(name.indexOf('.') + 1)]),
  ),
]);
const substitution = v.union([
  v.pipe(
    v.string(),
    v.transform((template): [string, Record<string, string>] => [template, {}]),
  ),
  v.tuple([v.string(), v.record(v.string(), text)]),
]);

function argumentOf<T extends v.GenericSchema>(schema: T, value: unknown, path: string): v.InferOutput<T> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  throw new TemplateError('malformed_intrinsic', path, parsed.issues[0].message);
}

function substitute(argument: unknown, scope: IntrinsicScope, path: string): string {
  const [template, variables] = argumentOf(substitution, resolveIntrinsics(argument, scope, path), path);
  return template.replace(/\$\{([^}]+)\}/g, (_, name: string) => {
    if (name.startsWith('!')) return `\${${name.slice(1)}}`;
    const variable = variables[name];
    if (variable !== undefined) return variable;
    if (!name.includes('.')) return argumentOf(text, scope.ref(name, path), path);
    return argumentOf(text, scope.attribute(...argumentOf(attributeName, name, path), path), path);
  });
}

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (argument, scope, path) => scope.ref(argumentOf(v.string(), argument, path), path),
  'Fn::GetAtt': (argument, scope, path) => scope.attribute(...argumentOf(attributeName, argument, path), path),
  'Fn::If': (argument, scope, path) => {
    const [name, whenTrue, whenFalse] = argumentOf(choice, argument, path);
    return resolveIntrinsics(scope.condition(name, path) ? whenTrue : whenFalse, scope, path);
  },
  'Fn::Join': (argument, scope, path) => {
    const [delimiter, parts] = argumentOf(join, resolveIntrinsics(argument, scope, path), path);
    return parts.join(delimiter);
  },
  'Fn::Select': (argument, scope, path) => {
    const [index, values] = argumentOf(select, resolveIntrinsics(argument, scope, path), path);
    if (index < values.length) return values[index];
    throw new TemplateError('malformed_intrinsic', path, `there is no value ${index} of ${values.length}`);
  },
  'Fn::Split': (argument, scope, path) => {
    const [delimiter, whole] = argumentOf(split, resolveIntrinsics(argument, scope, path), path);
    return whole.split(delimiter);
  },
  'Fn::Sub': substitute,
  'Fn::Cidr': (argument, scope, path) => {
    const [block, count, cidrBits] = argumentOf(cidr, resolveIntrinsics(argument, scope, path), path);
    try {
      return divideCidr(block, count, cidrBits);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new TemplateError('malformed_intrinsic', path, error.message);
    }
  },
  // Each region has zones a and b; which ones a subnet is in has no local effect.
  'Fn::GetAZs': (argument, scope, path) => {
    const region = argumentOf(text, resolveIntrinsics(argument, scope, path), path) || scope.ref('AWS::Region', path);
    return ['a', 'b', 'c'].map((zone) => `${region}${zone}`);
  },
};

/** {@link resolveIntrinsics} for a plain record of properties. */
export function resolveFields(fields: object, scope: IntrinsicScope, path: string): Record<string, unknown> {
  const resolved = Object.entries(fields).map(
    ([key, field]) => [key, resolveIntrinsics(field, scope, `${path}.${key}`)] as const,
  );
  return Object.fromEntries(resolved.filter(([, field]) => field !== noValue));
}

function resolveObject(value: object, scope: IntrinsicScope, path: string): unknown {
  const keys = Object.keys(value);
  const [only = ''] = keys;
  const intrinsic =
    keys.find((key) => key.startsWith('Fn::')) ?? (keys.length === 1 && only === 'Ref' ? only : undefined);
  if (intrinsic === undefined) return resolveFields(value, scope, path);
  const apply = Object.hasOwn(intrinsics, intrinsic) ? intrinsics[intrinsic] : undefined;
  if (apply && keys.length === 1) return apply(Object.values(value)[0], scope, `${path}.${intrinsic}`);
  throw new TemplateError('unknown_intrinsic', path, `the local runtime does not know ${intrinsic} here`);
}

/**
 * Resolves every intrinsic in `value` and removes properties that resolve to AWS::NoValue.
 * @throws {TemplateError} with the path, for an unknown intrinsic, reference or attribute.
 */
export function resolveIntrinsics(value: unknown, scope: IntrinsicScope, path: string): unknown {
  if (Array.isArray(value)) {
    return value
      .map((item, index) => resolveIntrinsics(item, scope, `${path}.${index}`))
      .filter((item) => item !== noValue);
  }
  if (typeof value === 'object' && value !== null) return resolveObject(value, scope, path);
  return value;
}

const several = v.array(v.unknown());
const conditionSchema = v.union([
  v.strictObject({ Condition: v.string() }),
  v.strictObject({ 'Fn::Equals': v.strictTuple([v.unknown(), v.unknown()]) }),
  v.strictObject({ 'Fn::Not': v.strictTuple([v.unknown()]) }),
  v.strictObject({ 'Fn::And': several }),
  v.strictObject({ 'Fn::Or': several }),
]);

/**
 * Evaluates an expression of the template's Conditions section.
 * @throws {TemplateError} `unknown_intrinsic` for an unknown condition function.
 */
export function evaluateCondition(value: unknown, scope: IntrinsicScope, path: string): boolean {
  const parsed = v.safeParse(conditionSchema, value);
  if (!parsed.success) throw new TemplateError('unknown_intrinsic', path, 'is not a condition the local runtime knows');
  const condition = parsed.output;
  if ('Condition' in condition) return scope.condition(condition.Condition, path);
  if ('Fn::And' in condition) return condition['Fn::And'].every((part) => evaluateCondition(part, scope, path));
  if ('Fn::Or' in condition) return condition['Fn::Or'].some((part) => evaluateCondition(part, scope, path));
  if ('Fn::Not' in condition) return !evaluateCondition(condition['Fn::Not'][0], scope, path);
  const [left, right] = condition['Fn::Equals'];
  return resolveIntrinsics(left, scope, path) === resolveIntrinsics(right, scope, path);
}
