import type { Chain, NodeProbe } from '../chains/chain.ts';
import { serves } from '../chains/served.ts';
import { NoAnswerError } from '../http/http-exchange.ts';
import type { Upstream } from '../network.ts';
import { isObject, parseJson } from '../schema.ts';
import type { Clock, EpochMs } from '../time.ts';
import type { send as sendOverHttp } from '../upstream/send-to-upstream.ts';
import { textOf } from '../upstream/upstream-answer.ts';
import { destinationOf, type FindCredentials, type UpstreamCredentials } from '../upstream/upstream-credentials.ts';
import { decideHealth, type ProbeReply, questionOf, readReply } from '../upstream/upstream-probe.ts';
import type { FurtherAnswer, NodeCheckResult, NodeProblem } from './network-state.ts';

export type NodeCheckDeps = {
  readonly credentials: FindCredentials;
  readonly send: typeof sendOverHttp;
  readonly clock: Clock;
  readonly limitMs: number;
};

/** A node gave no usable answer. The error holds a code and not the answer, which may show credentials. */
class FailedCheckError extends Error {
  override readonly name = 'FailedCheckError';
  readonly code: NodeProblem;
  readonly status: number | undefined;

  constructor(code: NodeProblem, status?: number) {
    super(`The check of a node failed: ${code}.`);
    this.code = code;
    this.status = status;
  }
}

type Ask = (question: Pick<NodeProbe<unknown>, 'method' | 'params'>) => Promise<ProbeReply>;

/** What to ask a node besides its height: its health, how far back it goes, and on which chain it is. */
type FurtherQuestions = {
  readonly health: boolean;
  readonly earliest: boolean;
  readonly chainId: (height: number | undefined) => boolean;
};

const onlyHealth: FurtherQuestions = { health: true, earliest: false, chainId: () => false };

export async function checkNode(
  upstream: Upstream,
  chain: Chain,
  deps: NodeCheckDeps,
  further = onlyHealth,
): Promise<NodeCheckResult> {
  try {
    const ask = await prepareQuestions(upstream, deps);
    const health = further.health ? await decideHealth(chain, await ask(chain.health), ask, deps.clock) : 'healthy';
    if (health === 'rejected') return failed('credentials_rejected');
    const reply = await ask(chain.height);
    const height = 'result' in reply ? chain.height.read(reply.result) : undefined;
    const heightAt = height === undefined ? undefined : deps.clock();
    // A node that is not sent these methods may refuse them: its answer shows that it is up.
    const mustAnswer = serves(upstream, chain, chain.health.method) || serves(upstream, chain, chain.height.method);
    if (health === 'unhealthy' || (health === 'unknown' && height === undefined && mustAnswer)) {
      return failed('unhealthy');
    }
    const earliest = further.earliest ? await askFurther(ask, chain.earliest) : undefined;
    const chainId = further.chainId(height) ? await askFurther(ask, chain.identity) : undefined;
    const answers = { ...(earliest && { earliest }), ...(chainId && { chainId }) };
    return { answered: true, height, heightAt, saysBehind: health === 'behind', ...answers };
  } catch (error) {
    if (error instanceof FailedCheckError) return failed(error.code, error.status);
    if (error instanceof NoAnswerError) return failed(problemOf(error));
    throw error;
  }
}

/** Whatever goes wrong with this question, the node has passed its check. The next check asks again. */
const askFurther = <T>(ask: Ask, probe: NodeProbe<T>): Promise<FurtherAnswer<T> | undefined> =>
  ask(probe).then(
    (reply) => ({ value: 'result' in reply ? probe.read(reply.result) : undefined }),
    () => undefined,
  );

const failed = (reason: NodeProblem, status?: number): NodeCheckResult => ({ answered: false, reason, status });

function problemOf({ code }: NoAnswerError): NodeProblem {
  if (code === 'too_large' || code === 'damaged') return 'not_json_rpc';
  return code === 'timeout' ? 'timeout' : 'unreachable';
}

async function prepareQuestions(upstream: Upstream, deps: NodeCheckDeps): Promise<Ask> {
  const { credentials, send, clock, limitMs } = deps;
  const deadline = clock() + limitMs;
  const added = upstream.secretName ? await readCredentials(credentials, upstream.secretName) : undefined;
  const { url, ca, headers } = destinationOf(upstream, added);
  // The first question opens a new connection: one that was kept since the last check may be dead.
  let repeatable = false;
  return async (question) => {
    const timeoutMs = deadline - clock();
    if (timeoutMs <= 0) throw new FailedCheckError('timeout');
    const answer = await send({ url, ca, headers, body: questionOf(question), timeoutMs, repeatable });
    repeatable = true;
    if ([401, 402, 403].includes(answer.status)) throw new FailedCheckError('credentials_rejected', answer.status);
    const reply = readReply(answer);
    if (reply) return reply;
    throw answer.status === 200 ? new FailedCheckError('not_json_rpc') : new FailedCheckError('refused', answer.status);
  };
}

async function readCredentials(credentials: FindCredentials, secretName: string): Promise<UpstreamCredentials> {
  try {
    return await credentials(secretName);
  } catch {
    throw new FailedCheckError('no_credentials');
  }
}

export type EndpointCheckResult =
  | { readonly up: true }
  | { readonly up: false; readonly status?: number; readonly code?: string };

/**
 * Not in the form of a secret, so the authorizer refuses it without a read and counts it for no key. Different each time:
 * API Gateway keeps answers of the authorizer.
 */
const malformedKey = (at: EpochMs): string => `watch ${at.toString(36)}`;

/** Sends a malformed key. The gateway's 403 proves that the RPC API, its route and the authorizer work. */
export async function checkEndpoint(
  url: string,
  method: string,
  { send, timeoutMs, clock }: { readonly send: typeof sendOverHttp; readonly timeoutMs: number; readonly clock: Clock },
): Promise<EndpointCheckResult> {
  const headers = {
    'content-type': 'application/json',
    'x-api-key': malformedKey(clock()),
    'user-agent': 'sluice-watch',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
  try {
    const answer = await send({ url: new URL(url), headers, body, timeoutMs, repeatable: false });
    const content = parseJson(textOf(answer));
    const isRefused = answer.status === 403 && isObject(content) && content.message === 'Forbidden';
    return isRefused ? { up: true } : { up: false, status: answer.status };
  } catch (error) {
    if (error instanceof NoAnswerError) return { up: false, code: error.code };
    throw error;
  }
}
