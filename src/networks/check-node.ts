import type { Chain, Probe } from '../chains/chain.ts';
import type { Clock } from '../clock.ts';
import type { Upstream } from '../environment.ts';
import { NoAnswerError } from '../http/no-answer-error.ts';
import { textOf } from '../upstream/answer.ts';
import type { Credentials, FindCredentials } from '../upstream/credentials.ts';
import { destinationOf } from '../upstream/outgoing.ts';
import { healthOf, questionOf, type Reply, readReply } from '../upstream/probe.ts';
import type { send as sendOverHttp } from '../upstream/send.ts';
import type { CheckResult } from './judge-nodes.ts';
import type { NodeProblem } from './network-state.ts';

/** What a check works with. */
export type CheckParts = {
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

type Ask = (question: Pick<Probe<unknown>, 'method' | 'params'>) => Promise<Reply>;

/** Asks a node for its health and its height, with the credentials that calls to it get. */
export async function checkNode(upstream: Upstream, chain: Chain, parts: CheckParts): Promise<CheckResult> {
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

const failed = (reason: NodeProblem, status?: number): CheckResult => ({ answered: false, reason, status });

/** `too_large` and `damaged` are answers of something that is not a node. */
function problemOf({ code }: NoAnswerError): NodeProblem {
  if (code === 'too_large' || code === 'damaged') return 'not_json_rpc';
  return code === 'timeout' ? 'timeout' : 'unreachable';
}

async function connected(upstream: Upstream, { credentials, send, clock, limitMs }: CheckParts): Promise<Ask> {
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

async function found(credentials: FindCredentials, secretName: string): Promise<Credentials> {
  try {
    return await credentials(secretName);
  } catch {
    throw new FailedCheckError('no_credentials');
  }
}
