import * as v from 'valibot';

/** The context values do not make a valid stack. The message says what is wrong and how to fix it. */
export class ConfigurationError extends Error {
  readonly code = 'invalid_configuration';
  override readonly name = 'ConfigurationError';
}

/**
 * Parses a context value; undefined if it is not set. Values given with `-c` are strings, so objects may be JSON.
 * @param example a valid value, for the error message
 * @throws {ConfigurationError} naming every problem
 */
export function readContext<T extends v.GenericSchema>(
  name: string,
  schema: T,
  context: unknown,
  example: string,
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
      `Example: ${example}. On the command line, put it in quotes: -c ${name}='{…}'.`,
    ].join('\n'),
  );
}
