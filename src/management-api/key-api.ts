import type { CallerIdentity } from '../keys/authorize.ts';
import { type CurrentKeyDeps, readCurrentKey } from '../keys/current-key.ts';
import type { Log } from '../log.ts';
import type { Plans } from '../plans.ts';
import { invalidRequest } from './invalid-request.ts';
import { problemCode, toProblem } from './problems.ts';
import { toCurrentKeyView } from './schemas/current-key-schema.ts';

export type KeyApiDeps = CurrentKeyDeps & {
  readonly plans: Plans;
  /** Base URL of the problems' types, without a trailing slash. */
  readonly problemTypes: string;
  readonly log: Log;
};

/** A request of `GET /v1/key`, with the key that the authorizer has accepted. */
export type KeyRequest = {
  readonly requestId: string;
  readonly query: URLSearchParams;
  readonly identity: CallerIdentity;
};

/** `body` is JSON. A `Response` would load Node's `fetch`, and the function starts without it. */
export type KeyAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Answers `GET /v1/key`; errors are problem details. */
export const createKeyApi =
  (deps: KeyApiDeps) =>
  async (request: KeyRequest): Promise<KeyAnswer> => {
    const startedAt = deps.clock();
    const { requestId, identity } = request;
    const { keyId, accountId } = identity;
    const answer = await answerOf(request, deps).catch((error: unknown) => problem(error, requestId, deps));
    const durationMs = deps.clock() - startedAt;
    const { status } = answer;
    deps.log.info('api_request', { requestId, operation: 'getCurrentKey', accountId, keyId, status, durationMs });
    return { ...answer, headers: { ...answer.headers, 'x-request-id': requestId, 'cache-control': 'no-store' } };
  };

async function answerOf({ query, identity }: KeyRequest, deps: KeyApiDeps): Promise<KeyAnswer> {
  const [parameter] = query.keys();
  if (parameter !== undefined) {
    throw invalidRequest([{ at: `query.${parameter}`, message: 'is unknown; there are no parameters' }]);
  }
  const plan = deps.plans.find(identity.planId);
  // During a release, the authorizer may still know a plan that this version does not know any more.
  if (!plan) return json(403, { message: 'Forbidden' });
  return json(200, toCurrentKeyView(await readCurrentKey(identity, plan, deps)));
}

function problem(error: unknown, requestId: string, { problemTypes, log }: KeyApiDeps): KeyAnswer {
  if (problemCode(error) === 'internal_error') {
    log.error('api_failed', { requestId, operation: 'getCurrentKey', detail: String(error) });
  }
  const details = toProblem(error, requestId, problemTypes);
  return json(details.status, details, 'application/problem+json');
}

const json = (status: number, body: object, type = 'application/json'): KeyAnswer => ({
  status,
  headers: { 'content-type': type },
  body: JSON.stringify(body),
});
