import * as v from 'valibot';
import { JsonSyntaxError, lineAndColumn } from '../../../json/json-lexemes.ts';
import { jsonTokens } from '../../../json/json-tokens.ts';

/** Something that the endpoint would refuse; `offset` is its position in the body, if it has one. */
export type BodyProblem = { readonly message: string; readonly offset?: number };

const limits = { calls: 100, methodLength: 64 } as const;

const call = v.object(
  {
    jsonrpc: v.literal('2.0', '“jsonrpc” must be the string "2.0".'),
    id: v.union([v.number(), v.string()], '“id” must be a number or a string.'),
    method: v.pipe(
      v.string('“method” must be a string.'),
      v.nonEmpty('“method” must not be empty.'),
      v.maxLength(limits.methodLength, `“method” may have at most ${limits.methodLength} characters.`),
    ),
    params: v.nullish(
      v.custom((value) => typeof value === 'object' && value !== null, '“params” must be an array or an object.'),
    ),
  },
  ({ input, path }) =>
    path?.[0] && input === undefined
      ? `“${String(path[0].key)}” is missing.`
      : 'A call must be an object with “jsonrpc”, “id” and “method”.',
);

/**
 * What the endpoint would refuse about a body (docs/api.md, "Requests"), in order. A text that is not JSON has one problem:
 * the first syntax error.
 */
export function bodyProblems(body: string): BodyProblem[] {
  const problem = syntaxProblem(body);
  if (problem) return [problem];
  const value: unknown = JSON.parse(body);
  if (!Array.isArray(value)) return problemsOfCall(value);
  if (value.length === 0) return [{ message: 'The batch is empty. Add at least one call.' }];
  if (value.length > limits.calls) {
    return [
      { message: `The batch has ${value.length} calls; the limit is ${limits.calls}. Split it into smaller batches.` },
    ];
  }
  return value.flatMap((element: unknown, index) =>
    problemsOfCall(element).map(({ message }) => ({ message: `Call ${index + 1} of the batch: ${message}` })),
  );
}

function syntaxProblem(body: string): BodyProblem | undefined {
  try {
    for (const _ of jsonTokens(body));
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column } = lineAndColumn(body, error.offset);
    return { message: `Line ${line}, column ${column}: ${error.message}`, offset: error.offset };
  }
}

function problemsOfCall(value: unknown): BodyProblem[] {
  if (Array.isArray(value)) return [{ message: 'A call must be an object, not an array.' }];
  const { issues } = v.safeParse(call, value);
  return (issues ?? []).map(({ message }) => ({ message }));
}

const named = v.object({ method: v.string() });

/** The methods that a body calls; empty if the body is not JSON. */
export function methodsIn(body: string): string[] {
  try {
    return [JSON.parse(body)].flat().flatMap((element) => (v.is(named, element) ? element.method : []));
  } catch {
    return [];
  }
}
