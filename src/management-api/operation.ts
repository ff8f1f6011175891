import * as v from 'valibot';
import type { TakeTokens } from '../accounts/account-request-limit.ts';
import type { FormerAddressDeps } from '../accounts/email-change.ts';
import type { PasswordDeps } from '../accounts/password.ts';
import type { SessionDeps } from '../accounts/sessions.ts';
import type { Connect } from '../billing/billing-connection.ts';
import type { CsvTable } from '../csv.ts';
import type { ChangeOrigin } from '../directory/activity.ts';
import type { ChangeRequest } from '../directory/change-account.ts';
import type { Account } from '../directory/directory-items.ts';
import type { Idempotency } from '../directory/idempotent-request.ts';
import type { ReadCalls } from '../keys/key-slots.ts';
import type { Log } from '../log.ts';
import type { NetworkChains } from '../network-chains.ts';
import type { Plan, Plans } from '../plans.ts';
import type { FunctionSettings } from '../settings.ts';
import type { Directory } from '../table/directory-table.ts';
import type { ItemTable, Table } from '../table/item-table.ts';
import type { QueryableTable } from '../table/signed-table.ts';
import type { Clock, EpochMs } from '../time.ts';
import type { UserDirectory } from '../users/user-directory.ts';
import type { ClientAddress } from './client-address.ts';
import { parseRequest, type UnparsedRequest } from './invalid-request.ts';
import type { Priced } from './price-list.ts';
import type { ProblemCode } from './problems.ts';
import type { PlanSale } from './schemas/account-schemas.ts';

/** How the API reaches Stripe, and where Stripe's pages lead back to. */
export type ApiBilling = {
  readonly connect: Connect;
  /** Without a trailing slash. */
  readonly dashboardUrl: string;
};

export type ManagementApiDeps = SessionDeps &
  FormerAddressDeps &
  PasswordDeps & {
    readonly users: UserDirectory;
    readonly settings: FunctionSettings;
    readonly plans: Plans;
    readonly sale: PlanSale;
    /** Undefined if billing is off. */
    readonly billing: ApiBilling | undefined;
    readonly chains: NetworkChains;
    readonly directory: Directory;
    readonly admissions: Pick<ItemTable, 'get'>;
    readonly readCalls: ReadCalls;
    /** The setting `secretPrefix`. Default: its default. */
    readonly secretPrefix?: string;
    readonly records: Table;
    readonly usage: QueryableTable;
    readonly usageRows: Pick<Table, 'delete'>;
    readonly networkStates: Pick<ItemTable, 'get'>;
    readonly takeTokens: TakeTokens;
    /** Reads the key that signs cursors. */
    readonly signingKey: () => Promise<string>;
    readonly clientAddress: ClientAddress;
    /** URL of the RPC API without a trailing slash. */
    readonly rpcUrl: string;
    readonly clock: Clock;
    readonly log: Log;
  };

/** The caller's account and its plan; undefined if the account has no active plan. */
export type OperationContext = {
  readonly account: Account;
  /** When the user entered the password. */
  readonly signedInAt: EpochMs;
  readonly plan: Plan | undefined;
  readonly origin: ChangeOrigin;
  readonly deps: ManagementApiDeps;
};

type ResponseOptions = {
  readonly table?: CsvTable;
  /** Tokens that the request has needed. The others that were taken for it are given back. */
  readonly tokens?: number;
};

/** A successful response: `body` is sent as JSON, or `table` as CSV to a client that prefers it. */
export type OperationResponse = ResponseOptions & { readonly status: number; readonly body: unknown };

export type ResponseSchemas = Readonly<Record<number, v.GenericSchema>>;
type BodyOf<S> = S extends v.GenericSchema ? v.InferOutput<S> : never;
export type ResponseOf<A extends ResponseSchemas> = {
  [S in Extract<keyof A, number>]: ResponseOptions & { readonly status: S; readonly body: BodyOf<A[S]> };
}[Extract<keyof A, number>];

/** The contract of an operation: validation and the OpenAPI document are both made from it. */
export type OperationDescription<T extends v.ObjectEntries, A extends ResponseSchemas> = {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Schemas of `path`, `query`, `headers` and `body`, as far as the operation uses them. */
  readonly request: T;
  /** Response schemas by HTTP status. */
  readonly responses: A;
  /** Successful responses also have a `table`. */
  readonly csv?: true;
  /**
   * Successful responses have an ETag, and programs that poll get 304: made of the body, or of all that the response
   * depends on apart from the request (conditional-response.ts).
   */
  readonly etag?: 'body' | ((context: OperationContext) => string);
  /** In addition to the problems that every operation can have. */
  readonly problems: readonly ProblemCode[];
};

export type OperationContract = OperationDescription<v.ObjectEntries, ResponseSchemas>;

export type Operation = OperationContract &
  Priced & {
    /** @throws {RefusedError} if the request does not match the schemas, and every error of the domain */
    readonly serve: (request: UnparsedRequest, context: OperationContext) => Promise<OperationResponse>;
  };

/** Makes an operation that changes nothing, or that can be repeated anyway; `handle` gets the parsed request. */
export function operation<const T extends v.ObjectEntries, const A extends ResponseSchemas>({
  handle,
  ...description
}: OperationDescription<T, A> &
  Priced & {
    readonly handle: (
      request: v.InferOutput<v.ObjectSchema<T, undefined>>,
      context: OperationContext,
    ) => Promise<ResponseOf<A>>;
  }): Operation {
  const parse = requestParser(description.request);
  return { ...description, serve: async (request, context) => handle(parse(request), context) };
}

/** An operation that changes the account gets the change's origin and Idempotency-Key. */
export type ChangeContext = OperationContext & { readonly change: ChangeRequest };

/** Makes an operation that changes the account. Every one of them can be repeated with an Idempotency-Key. */
export function changeOperation<const T extends v.ObjectEntries, const A extends ResponseSchemas>({
  handle,
  ...description
}: OperationDescription<T, A> &
  Priced & {
    readonly handle: (
      request: v.InferOutput<v.ObjectSchema<T, undefined>>,
      context: ChangeContext,
    ) => Promise<ResponseOf<A>>;
  }): Operation {
  const parse = requestParser(description.request);
  return {
    ...description,
    request: { ...description.request, headers: idempotencyHeaders },
    problems: [...description.problems, 'idempotency_conflict', 'account_busy'],
    serve: async (unparsed, context) => {
      const request = parse(unparsed);
      const { account, origin } = context;
      const idempotency = idempotencyOf(description.id, request, unparsed);
      return handle(request, { ...context, change: { accountId: account.accountId, origin, idempotency } });
    },
  };
}

const idempotencyHeaders = v.object({
  'idempotency-key': v.pipe(
    v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters'))),
    v.description(
      'Makes it safe to repeat the request for 24 hours: a repetition changes nothing, and returns the current state ' +
        'without secrets. Use a new value for each new request.',
    ),
  ),
});

const parseIdempotency = requestParser({ headers: idempotencyHeaders });

function idempotencyOf(operationId: string, request: object, unparsed: UnparsedRequest): Idempotency | undefined {
  const key = parseIdempotency({ ...unparsed, query: {}, body: undefined }).headers['idempotency-key'];
  if (key === undefined) return undefined;
  const withoutSecrets = (name: string, value: unknown) => (secretFields.has(name) ? undefined : value);
  return { key, request: `${operationId} ${JSON.stringify(request, withoutSecrets)}` };
}

/** Fields of request bodies that must not be stored, not even as part of a hash. */
const secretFields = new Set(['password', 'currentPassword', 'newPassword', 'code']);

/** Makes a function that parses a request. It throws {@link RefusedError} with every invalid value. */
export function requestParser<T extends v.ObjectEntries>(entries: T) {
  const schema = v.object(entries);
  return (request: UnparsedRequest) => parseRequest(schema, request);
}
