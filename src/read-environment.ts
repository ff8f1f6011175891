import { errorClass } from './error-class.ts';
import { isObjectOf, type Schema, type SchemaValue } from './schema.ts';

type Schemas = Readonly<Record<string, Schema<unknown>>>;

/** What a function reads: every name, with undefined for an optional variable that is not set. */
type Environment<S extends Schemas> = { readonly [Name in keyof S]: SchemaValue<S[Name]> };

/** What a construct sets: optional variables may be left out. */
export type Variables<S extends Schemas> = Omit<Environment<S>, OptionalName<S>> & {
  readonly [Name in OptionalName<S>]?: SchemaValue<S[Name]>;
};

type OptionalName<S extends Schemas> = {
  [Name in keyof S]: undefined extends SchemaValue<S[Name]> ? Name : never;
}[keyof S];

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
): Environment<S> {
  const isEnvironment: Schema<Environment<S>> = isObjectOf(schemas);
  if (isEnvironment(variables)) return variables;
  throw new EnvironmentError(Object.keys(schemas).filter((name) => !schemas[name]?.(variables[name])));
}
