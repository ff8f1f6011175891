import * as v from 'valibot';
import { JsonSyntaxError, lineAndColumn } from '../json/json-lexemes.ts';
import { jsonTokens } from '../json/json-tokens.ts';

/** Something that the endpoint would refuse; `offset` says where in the body, where that is one place. */
export type BodyProblem = { readonly message: string; readonly offset?: number };

const most = { calls: 100, methodLength: 64 } as const;

const call = v.object(
  {
    jsonrpc: v.literal('2.0', '“jsonrpc” must be the string "2.0".'),
    id: v.union([v.number(), v.string()], '“id” must be a number or a string.'),
    method: v.pipe(
      v.string('“method” must be a string.'),
      v.nonEmpty('“method” must not be empty.'),
      v.maxLength(most.methodLength, `“method” may have at most ${most.methodLength} characters.`),
    ),
    params: v.optional(
      v.custom((value) => typeof value === 'object' && value !== null, '“params” must be an array or an object.'),
    ),
  },
  ({ input, path }) =>
    path?.[0] && input === undefined
      ? `“${String(path[0].key)}” is missing.`
      : 'A call must be an object with “jsonrpc”, “id” and “method”.',
);

/**
 * What the endpoint would refuse about a body (docs/api.md, "Requests"), in the order in which it stands there; nothing
 * where it would take all of it. Of a text that is not JSON, only the first place is told.
 */
export function bodyProblems(body: string): BodyProblem[] {
  const fault = syntaxFault(body);
  if (fault) return [fault];
  const value: unknown = JSON.parse(body);
  if (!Array.isArray(value)) return problemsOfCall(value);
  if (value.length === 0) return [{ message: 'The batch is empty: put at least one call into it.' }];
  if (value.length > most.calls) {
    return [{ message: `The batch has ${value.length} calls, and at most ${most.calls} are taken.` }];
  }
  return value.flatMap((element: unknown, index) =>
    problemsOfCall(element).map(({ message }) => ({ message: `Call ${index + 1} of the batch: ${message}` })),
  );
}

function syntaxFault(body: string): BodyProblem | undefined {
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

/** The names of the methods that a body calls, as far as it can be read. */
export function methodsIn(body: string): string[] {
  try {
    return [JSON.parse(body)].flat().flatMap((element) => (v.is(named, element) ? element.method : []));
  } catch {
    return [];
  }
}
