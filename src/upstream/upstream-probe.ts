import { type Chain, methodNotFound, type NodeProbe, type RpcError } from '../chains/chain.ts';
import { ruleFor } from '../chains/error-rules.ts';
import { isNumber, isObject, isString, parseJson } from '../schema.ts';
import type { Clock } from '../time.ts';
import type { send as sendOverHttp } from './send-to-upstream.ts';
import { textOf, type UpstreamAnswer } from './upstream-answer.ts';
import type { Destination } from './upstream-credentials.ts';
import { rejectsCredentials } from './upstream-failure.ts';

/** How long a healthy node may take to answer a health check, in ms. */
export const healthCheckMs = 2_000;

/** `refused`: the HTTP status says so too. */
export type ProbeReply = { readonly result: unknown } | { readonly error: RpcError; readonly refused: boolean };

/**
 * A node's health by its own report. `unknown`: it refuses the question. `rejected`: it does not take the operator's
 * credentials.
 */
type ReportedHealth = 'healthy' | 'behind' | 'unhealthy' | 'unknown' | 'rejected';

/** The result of a health check, and the HTTP status. */
export type CheckedHealth = { readonly health: ReportedHealth; readonly status?: number };

const id = 1;

export const questionOf = ({ method, params }: Pick<NodeProbe<unknown>, 'method' | 'params'>): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

/** Statuses of 4xx with which a node refuses the client or its number of requests, and not the question. */
const refusesClient: ReadonlySet<number> = new Set([401, 402, 403, 408, 429]);

/** Reads the reply to a question; undefined if the answer is not a reply to it. Some nodes refuse a method with 4xx. */
export function readReply(answer: UpstreamAnswer): ProbeReply | undefined {
  const { status } = answer;
  const refused = status >= 400 && status < 500 && !refusesClient.has(status);
  const reply = status === 200 || refused ? parseJson(textOf(answer)) : undefined;
  if (!isObject(reply)) return undefined;
  const { error, result } = reply;
  // A node that does not take the credentials has often not read the id.
  if (isObject(error) && (reply.id === id || isAbsent(reply.id))) {
    const code = isNumber(error.code) ? error.code : undefined;
    return { error: { code, message: isString(error.message) ? error.message : '' }, refused };
  }
  return reply.id !== id || result === undefined || refused ? undefined : { result };
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Of a method that the node does not have: JSON-RPC 2.0, and EIP-1474. Some providers do not offer the health. */
const isRefusal = ({ code }: RpcError): boolean => code === methodNotFound || code === -32004;

function healthOf({ health, errorRules }: Chain, reply: ProbeReply): ReportedHealth {
  if ('result' in reply) {
    const healthy = health.read(reply.result);
    if (healthy === undefined) return 'unhealthy';
    return healthy ? 'healthy' : 'behind';
  }
  const means = ruleFor(errorRules, reply.error)?.means;
  if (means === 'behind') return 'behind';
  if (means === 'refused') return 'rejected';
  if (means === 'limited') return 'unhealthy';
  return reply.refused || isRefusal(reply.error) ? 'unknown' : 'unhealthy';
}

/** The health by a node's reply. If it says that it is not ready, its newest block decides, which is asked for. */
export async function decideHealth(
  chain: Chain,
  reply: ProbeReply,
  ask: (question: NodeProbe<unknown>) => Promise<ProbeReply | undefined>,
  clock: Clock,
): Promise<ReportedHealth> {
  const { newestBlockTime, stalledAfterMs } = chain;
  const reported = healthOf(chain, reply);
  if (!newestBlockTime || reported !== 'behind' || 'error' in reply) return reported;
  const block = await ask(newestBlockTime);
  const madeAt = block && 'result' in block ? newestBlockTime.read(block.result) : undefined;
  return madeAt !== undefined && clock() - madeAt <= stalledAfterMs ? 'healthy' : 'behind';
}

/** @throws {NoAnswerError} if the node gives no answer */
export async function askHealth(
  { url, ca, headers }: Destination,
  chain: Chain,
  { send, clock }: { readonly send: typeof sendOverHttp; readonly clock: Clock },
  timeoutMs: number,
): Promise<CheckedHealth> {
  const deadline = clock() + timeoutMs;
  const ask = (question: NodeProbe<unknown>) => {
    const timeLeft = Math.max(1, deadline - clock());
    return send({ url, ca, headers, body: questionOf(question), timeoutMs: timeLeft, repeatable: false });
  };
  const answer = await ask(chain.health);
  const { status } = answer;
  if (rejectsCredentials(status)) return { health: 'rejected', status };
  const reply = readReply(answer);
  if (!reply) return { health: 'unhealthy', status };
  return {
    health: await decideHealth(chain, reply, async (question) => readReply(await ask(question)), clock),
    status,
  };
}
