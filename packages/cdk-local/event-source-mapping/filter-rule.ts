import * as v from 'valibot';

/** A filter pattern is malformed, or uses what the local runtime does not know. */
export class FilterError extends Error {
  readonly code = 'unsupported_filter';
  override readonly name = 'FilterError';
}

/** Whether one value of a record, undefined where it has none, matches. */
export type Rule = (value: unknown) => boolean;

const plain = v.union([v.string(), v.number(), v.boolean(), v.null()]);
const comparison = v.tupleWithRest([v.picklist(['=', '<', '<=', '>', '>=']), v.number()], v.unknown());

const operators = v.union([
  v.strictObject({ prefix: v.string() }),
  v.strictObject({ suffix: v.string() }),
  v.strictObject({ exists: v.boolean() }),
  v.strictObject({ 'equals-ignore-case': v.string() }),
  v.strictObject({ numeric: v.array(v.unknown()) }),
  v.strictObject({
    'anything-but': v.union([plain, v.array(plain), v.strictObject({ prefix: v.string() })]),
  }),
]);

/**
 * Compiles one rule of a pattern: a value itself, or prefix, suffix, exists, equals-ignore-case, numeric, anything-but.
 * @throws {FilterError} for any other.
 */
export function compileRule(rule: unknown): Rule {
  if (v.is(plain, rule)) return (value) => value === rule;
  const parsed = v.safeParse(operators, rule);
  if (!parsed.success) throw new FilterError(`the rule ${JSON.stringify(rule)} is not emulated`);
  const operator = parsed.output;
  if ('prefix' in operator) return ofText((text) => text.startsWith(operator.prefix));
  if ('suffix' in operator) return ofText((text) => text.endsWith(operator.suffix));
  if ('exists' in operator) return (value) => (value !== undefined) === operator.exists;
  if ('numeric' in operator) return compileNumeric(operator.numeric);
  if ('anything-but' in operator) return compileAnythingBut(operator['anything-but']);
  const expected = operator['equals-ignore-case'].toLowerCase();
  return ofText((text) => text.toLowerCase() === expected);
}

const ofText =
  (test: (text: string) => boolean): Rule =>
  (value) =>
    typeof value === 'string' && test(value);

const compare = {
  '=': (value: number, bound: number) => value === bound,
  '<': (value: number, bound: number) => value < bound,
  '<=': (value: number, bound: number) => value <= bound,
  '>': (value: number, bound: number) => value > bound,
  '>=': (value: number, bound: number) => value >= bound,
};

// Pairs, all of which must hold: [">", 0, "<=", 5].
function compileNumeric(pairs: readonly unknown[]): Rule {
  if (pairs.length === 0) return (value) => typeof value === 'number';
  const parsed = v.safeParse(comparison, pairs);
  if (!parsed.success) throw new FilterError(`the comparison ${JSON.stringify(pairs)} is not known`);
  const [operator, bound, ...rest] = parsed.output;
  const others = compileNumeric(rest);
  return (value) => typeof value === 'number' && compare[operator](value, bound) && others(value);
}

function compileAnythingBut(excluded: unknown): Rule {
  const exclusions = (Array.isArray(excluded) ? excluded : [excluded]).map(compileRule);
  return (value) => value !== undefined && !exclusions.some((excludes) => excludes(value));
}
