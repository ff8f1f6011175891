import type { Chain, Probe } from '../chains/chain.ts';
import type { Upstream } from '../environment.ts';
import { NoAnswerError } from '../http/http-exchange.ts';
import { isObject, parseJson } from '../schema.ts';
import type { Clock } from '../time.ts';
import type { send as sendOverHttp } from '../upstream/send-to-upstream.ts';
import { textOf } from '../upstream/upstream-answer.ts';
import { destinationOf, type FindCredentials, type UpstreamCredentials } from '../upstream/upstream-credentials.ts';
import { healthOf, type ProbeReply, questionOf, readReply } from '../upstream/upstream-probe.ts';
import type { NodeCheckResult, NodeProblem } from './network-state.ts';

/** What a check works with. */
export type NodeCheckDeps = {
  readonly credentials: FindCredentials;
  readonly send: typeof sendOverHttp;
  readonly clock: Clock;
  /** For both questions to a node together, in ms. */
  readonly limitMs: number;
};

/** A node gave no answer that can be used. It says why in a code: an answer may show credentials. */
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

type Ask = (question: Pick<Probe<unknown>, 'method' | 'params'>) => Promise<ProbeReply>;

/** Asks a node for its health and its height, with the credentials that calls to it get. */
export async function checkNode(upstream: Upstream, chain: Chain, parts: NodeCheckDeps): Promise<NodeCheckResult> {
  try {
    const ask = await connected(upstream, parts);
    const health = healthOf(chain, await ask(chain.health));
    const reply = await ask(chain.height);
    const height = 'result' in reply ? chain.height.read(reply.result) : undefined;
    if (health === 'unhealthy' || (health === 'unknown' && height === undefined)) return failed('unhealthy');
    return { answered: true, height, saysBehind: health === 'behind' };
  } catch (error) {
    if (error instanceof FailedCheckError) return failed(error.code, error.status);
    if (error instanceof NoAnswerError) return failed(problemOf(error));
    throw error;
  }
}

const failed = (reason: NodeProblem, status?: number): NodeCheckResult => ({ answered: false, reason, status });

/** `too_large` and `damaged` are answers of something that is not a node. */
function problemOf({ code }: NoAnswerError): NodeProblem {
  if (code === 'too_large' || code === 'damaged') return 'not_json_rpc';
  return code === 'timeout' ? 'timeout' : 'unreachable';
}

async function connected(upstream: Upstream, { credentials, send, clock, limitMs }: NodeCheckDeps): Promise<Ask> {
  const deadline = clock() + limitMs;
  const added = upstream.secretName ? await found(credentials, upstream.secretName) : undefined;
  const { url, headers } = destinationOf(upstream, added);
  // A connection kept since the last minute may be dead without anybody's fault.
  let repeatable = false;
  return async (question) => {
    const timeoutMs = deadline - clock();
    if (timeoutMs <= 0) throw new FailedCheckError('timeout');
    const answer = await send({ url, headers, body: questionOf(question), timeoutMs, repeatable });
    repeatable = true;
    if ([401, 402, 403].includes(answer.status)) throw new FailedCheckError('credentials_rejected', answer.status);
    if (answer.status !== 200) throw new FailedCheckError('refused', answer.status);
    const reply = readReply(textOf(answer));
    if (!reply) throw new FailedCheckError('not_json_rpc');
    return reply;
  };
}

async function found(credentials: FindCredentials, secretName: string): Promise<UpstreamCredentials> {
  try {
    return await credentials(secretName);
  } catch {
    throw new FailedCheckError('no_credentials');
  }
}

/** How the check of an endpoint ended. */
export type EndpointCheckResult =
  | { readonly up: true }
  | { readonly up: false; readonly status?: number; readonly code?: string };

/** It cannot be a secret, so the authorizer refuses it without a read, and it belongs to nobody. */
const malformedKey = 'watch';

/**
 * Calls an endpoint of the RPC API with a malformed key. The gateway's own 403 means that the API, its route and the
 * authorizer work; nothing else would answer so. It counts in nobody's usage.
 */
export async function checkEndpoint(
  url: string,
  method: string,
  { send, timeoutMs }: { readonly send: typeof sendOverHttp; readonly timeoutMs: number },
): Promise<EndpointCheckResult> {
  const headers = { 'content-type': 'application/json', 'x-api-key': malformedKey, 'user-agent': 'sluice-watch' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
  try {
    const answer = await send({ url: new URL(url), headers, body, timeoutMs, repeatable: false });
    const text = parseJson(textOf(answer));
    const refused = answer.status === 403 && isObject(text) && text.message === 'Forbidden';
    return refused ? { up: true } : { up: false, status: answer.status };
  } catch (error) {
    if (error instanceof NoAnswerError) return { up: false, code: error.code };
    throw error;
  }
}
