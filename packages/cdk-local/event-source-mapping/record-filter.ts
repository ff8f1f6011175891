import * as v from 'valibot';

/** Returns whether a record matches a pattern. */
export type RecordFilter = (record: unknown) => boolean;

const fields = v.record(v.string(), v.unknown());
const json = v.pipe(v.string(), v.parseJson(), fields);

/**
 * Compiles a filter pattern (AWS Lambda Developer Guide, "Filter rule syntax"): every field of the pattern must match,
 * by one of its rules.
 * @throws {FilterError}
 */
export function compileFilter(pattern: string): RecordFilter {
  const parsed = v.safeParse(json, pattern);
  if (!parsed.success) throw new FilterError('a pattern must be an object in JSON');
  return compileFields(parsed.output);
}

function compileFields(pattern: Record<string, unknown>): RecordFilter {
  const tests = Object.entries(pattern).map(([name, expected]) => {
    const matches = compileField(name, expected);
    return (record: unknown) => matches(v.is(fields, record) ? record[name] : undefined);
  });
  return (record) => tests.every((test) => test(record));
}

function compileField(name: string, expected: unknown): RecordFilter {
  if (name === '$or') throw new FilterError('$or is not emulated');
  if (Array.isArray(expected)) {
    const rules = expected.map(compileRule);
    return (value) => rules.some((rule) => matchesAny(rule, value));
  }
  if (v.is(fields, expected)) return compileFields(expected);
  throw new FilterError(`${name} must be an object or a list of rules`);
}

// A list in the record matches if one of its elements matches.
const matchesAny = (rule: FilterRule, value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 ? value.some((element) => rule(element)) : rule(value);

/** A filter pattern is malformed or not emulated. */
export class FilterError extends Error {
  readonly code = 'unsupported_filter';
  override readonly name = 'FilterError';
}

/** Returns whether one value of a record matches; the value is undefined if the record has none. */
type FilterRule = (value: unknown) => boolean;

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
 * Compiles one rule of a pattern: a plain value, or prefix, suffix, exists, equals-ignore-case, numeric, anything-but.
 * @throws {FilterError} for any other rule
 */
function compileRule(rule: unknown): FilterRule {
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
  (test: (text: string) => boolean): FilterRule =>
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
function compileNumeric(pairs: readonly unknown[]): FilterRule {
  if (pairs.length === 0) return (value) => typeof value === 'number';
  const parsed = v.safeParse(comparison, pairs);
  if (!parsed.success) throw new FilterError(`the comparison ${JSON.stringify(pairs)} is not known`);
  const [operator, bound, ...rest] = parsed.output;
  const others = compileNumeric(rest);
  return (value) => typeof value === 'number' && compare[operator](value, bound) && others(value);
}

function compileAnythingBut(excluded: unknown): FilterRule {
  const exclusions = (Array.isArray(excluded) ? excluded : [excluded]).map(compileRule);
  return (value) => value !== undefined && !exclusions.some((excludes) => excludes(value));
}
