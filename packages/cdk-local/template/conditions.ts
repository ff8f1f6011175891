import * as v from 'valibot';
import type { Scope } from './intrinsics.ts';
import { resolve } from './intrinsics.ts';
import { TemplateError } from './template-error.ts';

const several = v.array(v.unknown());
const expression = v.union([
  v.strictObject({ Condition: v.string() }),
  v.strictObject({ 'Fn::Equals': v.strictTuple([v.unknown(), v.unknown()]) }),
  v.strictObject({ 'Fn::Not': v.strictTuple([v.unknown()]) }),
  v.strictObject({ 'Fn::And': several }),
  v.strictObject({ 'Fn::Or': several }),
]);

/**
 * Evaluates an expression of the template's Conditions section.
 * @throws {TemplateError} `unknown_intrinsic` for a condition function that is not known.
 */
export function evaluate(value: unknown, scope: Scope, path: string): boolean {
  const parsed = v.safeParse(expression, value);
  if (!parsed.success) throw new TemplateError('unknown_intrinsic', path, 'is not a condition the local runtime knows');
  const condition = parsed.output;
  if ('Condition' in condition) return scope.condition(condition.Condition, path);
  if ('Fn::And' in condition) return condition['Fn::And'].every((part) => evaluate(part, scope, path));
  if ('Fn::Or' in condition) return condition['Fn::Or'].some((part) => evaluate(part, scope, path));
  if ('Fn::Not' in condition) return !evaluate(condition['Fn::Not'][0], scope, path);
  const [left, right] = condition['Fn::Equals'];
  return resolve(left, scope, path) === resolve(right, scope, path);
}
