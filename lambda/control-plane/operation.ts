import * as v from 'valibot';
import type { Context } from './parts.ts';
import { RefusedError } from './problem.ts';
import type { ProblemCode } from './problems.ts';

/** What came with a request, as it came. */
export type Given = {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; undefined where the operation takes no body. */
  readonly body: unknown;
};

/** An answer that is no problem: its status, and what its JSON holds. */
export type Answer = { readonly status: number; readonly body: unknown };

type Answers = Readonly<Record<number, v.GenericSchema>>;
type BodyOf<S> = S extends v.GenericSchema ? v.InferOutput<S> : never;
type AnswerOf<A extends Answers> = {
  [S in Extract<keyof A, number>]: { readonly status: S; readonly body: BodyOf<A[S]> };
}[Extract<keyof A, number>];

/** What an operation is, in the document and in the code alike. */
type Description<T extends v.ObjectEntries, A extends Answers> = {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** The schemas of `path`, `query`, `headers` and `body`, of those that it takes. */
  readonly takes: T;
  /** The schema of the answer by its status. */
  readonly answers: A;
  /** The problems of its own, beside those that every operation has. */
  readonly problems: readonly ProblemCode[];
};

/** One thing the API does. */
export type Operation = Description<v.ObjectEntries, Answers> & {
  /** @throws {RefusedError} when what was given is not what it takes; and whatever the domain throws */
  readonly serve: (given: Given, context: Context) => Promise<Answer>;
};

const nothing = v.strictObject({});

/** Makes an operation of its description, and of what answers once the request has been parsed. */
export function operation<const T extends v.ObjectEntries, const A extends Answers>({
  handle,
  ...description
}: Description<T, A> & {
  readonly handle: (request: v.InferOutput<v.ObjectSchema<T, undefined>>, context: Context) => Promise<AnswerOf<A>>;
}): Operation {
  const request = v.object(description.takes);
  const unasked = v.object({ query: 'query' in description.takes ? v.unknown() : nothing });
  return {
    ...description,
    serve: async (given, context) => {
      parse(unasked, given);
      return handle(parse(request, given), context);
    },
  };
}

function parse<S extends v.GenericSchema>(schema: S, given: Given): v.InferOutput<S> {
  const result = v.safeParse(schema, given);
  if (result.success) return result.output;
  const errors = result.issues.map((issue) => ({ at: v.getDotPath(issue) ?? '', message: issue.message }));
  const detail = errors.map(({ at, message }) => `${at}: ${message}`).join('; ');
  throw new RefusedError('invalid_request', detail, errors);
}
