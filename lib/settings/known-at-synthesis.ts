import { Token } from 'aws-cdk-lib';
import { wrongSettings } from './configuration-error.ts';

/**
 * Refuses the CDK's placeholders of values that only the deployment knows, such as the name of another resource.
 * @param source for the message, for example the construct's path
 * @throws {ConfigurationError} naming the path of each
 */
export function requireKnown(values: object, source: string): void {
  const message = 'must be known at synthesis: it holds a value that only the deployment knows';
  const problems = unknownIn(values, []).map((path) => ({ path, message }));
  if (problems.length > 0) throw wrongSettings(source, problems);
}

/** Whether a value is an object literal. A construct is none, and leads to all others of its app. */
export const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function unknownIn(value: unknown, path: readonly string[]): string[] {
  if (Token.isUnresolved(value)) return [path.join('.')];
  if (!(Array.isArray(value) || isPlain(value))) return [];
  return Object.entries(value).flatMap(([name, each]) => unknownIn(each, [...path, name]));
}
