import { errorClass } from './error-class.ts';
import { isObjectOf, type Schema, type SchemaValue } from './schema.ts';

type Schemas = Readonly<Record<string, Schema<unknown>>>;

export type Variables<S extends Schemas> = { readonly [Name in keyof S]: SchemaValue<S[Name]> };

/** The message names each variable that is missing or invalid. */
export class EnvironmentError extends errorClass('EnvironmentError', 'invalid_environment') {
  constructor(names: readonly string[]) {
    super(`Missing or invalid environment variables: ${names.join(', ')}.`);
  }
}

/** @throws {EnvironmentError} */
export function readEnvironment<S extends Schemas>(
  schemas: S,
  variables: Readonly<Record<string, string | undefined>>,
): Variables<S> {
  const isEnvironment: Schema<Variables<S>> = isObjectOf(schemas);
  if (isEnvironment(variables)) return variables;
  throw new EnvironmentError(Object.keys(schemas).filter((name) => !schemas[name]?.(variables[name])));
}
