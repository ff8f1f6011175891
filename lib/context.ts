import * as v from 'valibot';

/** The stack cannot be made from the given context. The message says what is wrong and what to do about it. */
export class ConfigurationError extends Error {
  readonly code = 'invalid_configuration';
  override readonly name = 'ConfigurationError';
}

/**
 * A context value by its schema, or undefined where there is none. What `-c` gives is always text: there an object is JSON.
 * @param form what it should look like, for the error
 * @throws {ConfigurationError} naming every problem
 */
export function readContext<T extends v.GenericSchema>(
  name: string,
  schema: T,
  context: unknown,
  form: string,
): v.InferOutput<T> | undefined {
  if (context === undefined) return undefined;
  const parsed = v.safeParse(v.union([schema, v.pipe(v.string(), v.parseJson(), schema)]), context);
  if (parsed.success) return parsed.output;
  const value = typeof context === 'string' ? v.safeParse(v.pipe(v.string(), v.parseJson()), context).output : context;
  const problems = v.safeParse(schema, value).issues ?? [];
  throw new ConfigurationError(
    [
      `The context value "${name}" is wrong:`,
      ...problems.map((issue) => `  - ${[v.getDotPath(issue), issue.message].filter(Boolean).join(': ')}`),
      `It looks like ${form}; on the command line in quotes: -c ${name}='{…}'.`,
    ].join('\n'),
  );
}
