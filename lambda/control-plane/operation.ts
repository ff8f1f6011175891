import * as v from 'valibot';
import type { TakeTokens } from '../../src/accounts/account-request-limit.ts';
import type { Account } from '../../src/directory/directory-items.ts';
import type { ReadCalls } from '../../src/keys/key-slots.ts';
import type { Admissions } from '../../src/limits/admissions.ts';
import type { Log } from '../../src/log.ts';
import type { Plan } from '../../src/plans/plans.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import type { Table } from '../../src/table/item-table.ts';
import type { QueryableTable } from '../../src/table/signed-table.ts';
import type { Clock } from '../../src/time.ts';
import { type ProblemCode, RefusedError } from './problems.ts';

/** What the management API works with. */
export type ControlPlaneDeps = {
  readonly directory: Directory;
  readonly admissions: Admissions;
  /** Reads the calls that were made in a slot. */
  readonly readCalls: ReadCalls;
  readonly records: Table;
  readonly usage: QueryableTable;
  /** Limits the requests of an account. */
  readonly takeTokens: TakeTokens;
  /** Gives the key that signs cursors. */
  readonly signingKey: () => Promise<string>;
  /** Address of the RPC API, without a slash at its end. */
  readonly rpcUrl: string;
  readonly clock: Clock;
  readonly log: Log;
};

/** Who asks, and what an operation works with to answer. */
export type OperationContext = { readonly account: Account; readonly plan: Plan; readonly deps: ControlPlaneDeps };

/** What came with a request, as it came. */
export type UnparsedRequest = {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; undefined where the operation takes no body. */
  readonly body: unknown;
};

/** An answer that is no problem: its status, and what its JSON holds. */
export type OperationResponse = { readonly status: number; readonly body: unknown };

type ResponseSchemas = Readonly<Record<number, v.GenericSchema>>;
type BodyOf<S> = S extends v.GenericSchema ? v.InferOutput<S> : never;
type ResponseOf<A extends ResponseSchemas> = {
  [S in Extract<keyof A, number>]: { readonly status: S; readonly body: BodyOf<A[S]> };
}[Extract<keyof A, number>];

/** What an operation is, in the document and in the code alike. */
type OperationDescription<T extends v.ObjectEntries, A extends ResponseSchemas> = {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** The schemas of `path`, `query`, `headers` and `body`, of those that it takes. */
  readonly request: T;
  /** The schema of the answer by its status. */
  readonly responses: A;
  /** The problems of its own, beside those that every operation has. */
  readonly problems: readonly ProblemCode[];
};

/** One thing the API does. */
export type Operation = OperationDescription<v.ObjectEntries, ResponseSchemas> & {
  /** @throws {RefusedError} when what was given is not what it takes; and whatever the domain throws */
  readonly serve: (given: UnparsedRequest, context: OperationContext) => Promise<OperationResponse>;
};

const noParameters = v.strictObject({});

/** Makes an operation of its description, and of what answers once the request has been parsed. */
export function operation<const T extends v.ObjectEntries, const A extends ResponseSchemas>({
  handle,
  ...description
}: OperationDescription<T, A> & {
  readonly handle: (
    request: v.InferOutput<v.ObjectSchema<T, undefined>>,
    context: OperationContext,
  ) => Promise<ResponseOf<A>>;
}): Operation {
  const request = v.object(description.request);
  const unasked = v.object({ query: 'query' in description.request ? v.unknown() : noParameters });
  return {
    ...description,
    serve: async (given, context) => {
      parse(unasked, given);
      return handle(parse(request, given), context);
    },
  };
}

function parse<S extends v.GenericSchema>(schema: S, given: UnparsedRequest): v.InferOutput<S> {
  const result = v.safeParse(schema, given);
  if (result.success) return result.output;
  const errors = result.issues.map((issue) => ({ at: v.getDotPath(issue) ?? '', message: issue.message }));
  const detail = errors.map(({ at, message }) => `${at}: ${message}`).join('; ');
  throw new RefusedError('invalid_request', detail, errors);
}
