import * as v from 'valibot';
import { type ProblemDetails, RefusedError } from './problems.ts';

/** A request before the operation's schemas have parsed it. */
export type UnparsedRequest = {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined if the operation has no request body. */
  readonly body: unknown;
};

type InvalidValue = NonNullable<ProblemDetails['errors']>[number];

export const invalidRequest = (errors: readonly InvalidValue[]): RefusedError =>
  new RefusedError('invalid_request', errors.map(({ at, message }) => `${at} ${message}`).join('; '), [...errors]);

/**
 * Parses a request; the schema has members of {@link UnparsedRequest}.
 * @throws {RefusedError} `invalid_request`, with each invalid value in words that name no library
 */
export function parseRequest<S extends RequestSchema>(schema: S, request: UnparsedRequest): v.InferOutput<S> {
  const unknown = unknownFields(schema, request);
  if (unknown.length > 0) throw invalidRequest(unknown);
  const result = v.safeParse(schema, request, { abortPipeEarly: true });
  if (result.success) return result.output;
  throw invalidRequest(result.issues.map((issue) => ({ at: v.getDotPath(issue) ?? '', message: messageOf(issue) })));
}

type RequestSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

/** Valibot takes arrays as objects, and a field like `constructor` as known. */
function unknownFields({ entries }: RequestSchema, { query, body }: UnparsedRequest): InvalidValue[] {
  const parts = { query: { value: query, noun: 'parameter' }, body: { value: body, noun: 'field' } };
  return Object.entries(parts).flatMap(([part, { value, noun }]) => {
    const schema = entries[part] ?? noFields;
    if (value === undefined || !isStrictObject(schema)) return [];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return [{ at: part, message: 'must be an object' }];
    }
    const known = Object.keys(schema.entries);
    const message =
      known.length > 0 ? `is unknown; ${noun}s: ${known.join(', ')}` : `is unknown; there are no ${noun}s`;
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(schema.entries, name));
    return unknown.map((name) => ({ at: `${part}.${name}`, message }));
  });
}

const noFields = v.strictObject({});

const isStrictObject = (schema: v.GenericSchema): schema is v.StrictObjectSchema<v.ObjectEntries, undefined> =>
  schema.type === 'strict_object';

type Issue = v.BaseIssue<unknown>;

/** What a value must be, by the type of valibot's issue. */
const messages: Readonly<Record<string, string | ((issue: Issue) => string)>> = {
  string: ({ input }) => (Array.isArray(input) ? 'is repeated; send it once' : 'must be a string'),
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be an array',
  object: 'must be an object',
  strict_object: 'must be an object',
  picklist: ({ expected }) => `must be one of: ${quotedWords(expected ?? '').join(', ')}`,
  literal: ({ expected }) => `must be ${expected}`,
  non_empty: 'must not be empty',
  min_length: ({ requirement }) => `must have at least ${lengthOf(requirement)}`,
  max_length: ({ requirement }) => `must have at most ${lengthOf(requirement)}`,
  min_value: ({ requirement }) => `must be at least ${requirement}`,
  max_value: ({ requirement }) => `must be at most ${requirement}`,
  integer: 'must be a whole number',
  digits: 'must be a whole number',
  email: 'must be an email address',
  iso_timestamp: 'must be an ISO 8601 timestamp, such as 2026-11-20T12:00:00Z',
};

function messageOf(issue: Issue): string {
  // A field that is missing is an issue of its object.
  if (issue.input === undefined) return 'is required';
  const message = messages[issue.type];
  if (message !== undefined) return typeof message === 'string' ? message : message(issue);
  // Schemas of regular expressions and checks have their own message.
  return issue.message.startsWith('Invalid ') ? 'is not valid' : issue.message;
}

const quotedWords = (text: string): string[] => [...text.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word);

const lengthOf = (requirement: unknown): string => `${requirement} ${requirement === 1 ? 'character' : 'characters'}`;
