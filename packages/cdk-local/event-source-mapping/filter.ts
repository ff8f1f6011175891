import * as v from 'valibot';
import { compileRule, FilterError, type Rule } from './filter-rule.ts';

/** Whether a record matches a pattern. */
export type Filter = (record: unknown) => boolean;

const fields = v.record(v.string(), v.unknown());
const json = v.pipe(v.string(), v.parseJson(), fields);

/**
 * Compiles a filter pattern (AWS Lambda Developer Guide, "Filter rule syntax"): every field of the pattern must match,
 * by one of its rules.
 * @throws {FilterError}
 */
export function compileFilter(pattern: string): Filter {
  const parsed = v.safeParse(json, pattern);
  if (!parsed.success) throw new FilterError('a pattern must be an object in JSON');
  return compileFields(parsed.output);
}

function compileFields(pattern: Record<string, unknown>): Filter {
  const tests = Object.entries(pattern).map(([name, expected]) => {
    const matches = compileField(name, expected);
    return (record: unknown) => matches(v.is(fields, record) ? record[name] : undefined);
  });
  return (record) => tests.every((test) => test(record));
}

function compileField(name: string, expected: unknown): Filter {
  if (name === '$or') throw new FilterError('$or is not emulated');
  if (Array.isArray(expected)) {
    const rules = expected.map(compileRule);
    return (value) => rules.some((rule) => matchesAny(rule, value));
  }
  if (v.is(fields, expected)) return compileFields(expected);
  throw new FilterError(`${name} must be an object or a list of rules`);
}

// A list in the record matches if one of its elements does.
const matchesAny = (rule: Rule, value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 ? value.some((element) => rule(element)) : rule(value);
