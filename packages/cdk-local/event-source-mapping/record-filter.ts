import * as v from 'valibot';

/** Returns whether a record matches a pattern. */
export type RecordFilter = (record: unknown) => boolean;

const fields = v.record(v.string(), v.unknown());
const json = v.pipe(v.string(), v.parseJson(), fields);
const plain = v.union([v.string(), v.number(), v.boolean(), v.null()]);
const exists = v.strictObject({ exists: v.boolean() });

/**
 * Compiles a filter pattern (AWS Lambda Developer Guide, "Filter rule syntax"): every field of the pattern must match,
 * by one of its rules. The rules here are plain values and `exists`.
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
  if (Array.isArray(expected)) {
    const rules = expected.map(compileRule);
    return (value) => rules.some((rule) => rule(value));
  }
  if (v.is(fields, expected)) return compileFields(expected);
  throw new FilterError(`${name} must be an object or a list of rules`);
}

function compileRule(rule: unknown): RecordFilter {
  if (v.is(plain, rule)) return (value) => value === rule;
  if (v.is(exists, rule)) return (value) => (value !== undefined) === rule.exists;
  throw new FilterError(`the rule ${JSON.stringify(rule)} is not emulated`);
}

/** A filter pattern is malformed or not emulated. */
export class FilterError extends Error {
  readonly code = 'unsupported_filter';
  override readonly name = 'FilterError';
}
