import type * as v from 'valibot';
import type { RecoveryDeps } from '../accounts/recover-account.ts';
import type { SignUpDeps } from '../accounts/sign-up.ts';
import type { ChangeOrigin } from '../directory/activity.ts';
import type { AppDeps } from './app.ts';
import type { UnparsedRequest } from './invalid-request.ts';
import {
  type OperationContract,
  type OperationDescription,
  type OperationResponse,
  type ResponseOf,
  type ResponseSchemas,
  requestParser,
} from './operation.ts';

export type PublicApiDeps = AppDeps & SignUpDeps & RecoveryDeps;

export type PublicContext = { readonly origin: ChangeOrigin; readonly deps: PublicApiDeps };

export type PublicOperation = OperationContract & {
  /** @throws {RefusedError} if the request does not match the schemas, and every error of the domain */
  readonly serve: (request: UnparsedRequest, context: PublicContext) => Promise<OperationResponse>;
};

/** Makes an operation for callers without a token; `handle` gets the parsed request. */
export function publicOperation<const T extends v.ObjectEntries, const A extends ResponseSchemas>({
  handle,
  ...description
}: OperationDescription<T, A> & {
  readonly handle: (
    request: v.InferOutput<v.ObjectSchema<T, undefined>>,
    context: PublicContext,
  ) => Promise<ResponseOf<A>>;
}): PublicOperation {
  const parseRequest = requestParser(description.request);
  return { ...description, serve: async (request, context) => handle(parseRequest(request), context) };
}
