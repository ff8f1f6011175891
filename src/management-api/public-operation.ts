import type * as v from 'valibot';
import type { AttemptLimit } from '../accounts/attempt-limits.ts';
import type { RecoveryDeps } from '../accounts/recover-account.ts';
import type { SignUpDeps } from '../accounts/sign-up.ts';
import type { ChangeOrigin } from '../directory/activity.ts';
import type { FindGitHubKey } from '../leaks/github-keys.ts';
import type { LeakDeps, LeakResponse } from '../leaks/handle-leak.ts';
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

/** What happens to leaked secrets: the setting `leakedKeys`. */
type LeakSettings = {
  readonly byHolder: LeakResponse | 'off';
  /** Undefined if GitHub's reports are off. */
  readonly gitHub: { readonly response: LeakResponse; readonly findKey: FindGitHubKey } | undefined;
};

export type PublicApiDeps = AppDeps & SignUpDeps & RecoveryDeps & LeakDeps & { readonly leaks: LeakSettings };

export type PublicContext = {
  readonly origin: ChangeOrigin;
  readonly deps: PublicApiDeps;
  /** Counts a request of the caller's network. @throws {TooManyRequestsError} */
  readonly limitSource: (limit: AttemptLimit) => Promise<void>;
};

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
