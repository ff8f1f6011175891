import type { Chain, NodeProbe, RpcError } from '../chains/chain.ts';
import { ruleFor } from '../chains/error-rules.ts';
import { isNumber, isObject, isString, parseJson } from '../schema.ts';
import type { send as sendOverHttp } from './send-to-upstream.ts';
import { textOf } from './upstream-answer.ts';
import type { Destination } from './upstream-credentials.ts';
import { rejectsCredentials } from './upstream-failure.ts';

/** How long a healthy node may take to answer a health check, in ms. */
export const healthCheckMs = 2_000;

export type ProbeReply = { readonly result: unknown } | { readonly error: RpcError };

/** A node's health by its own report; `unknown` if it does not have the method. */
type ReportedHealth = 'healthy' | 'behind' | 'unhealthy' | 'unknown';

/** The result of a health check, and the HTTP status. `rejected`: the node does not take the operator's credentials. */
export type CheckedHealth = { readonly health: ReportedHealth | 'rejected'; readonly status?: number };

const id = 1;

export const questionOf = ({ method, params }: Pick<NodeProbe<unknown>, 'method' | 'params'>): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

/** Reads the reply to a question; undefined if the text is not a reply to it. */
export function readReply(text: string): ProbeReply | undefined {
  const reply = parseJson(text);
  if (!isObject(reply) || reply.id !== id) return undefined;
  const { error, result } = reply;
  if (isObject(error) && isNumber(error.code)) {
    return { error: { code: error.code, message: isString(error.message) ? error.message : '' } };
  }
  return result === undefined ? undefined : { result };
}

/** JSON-RPC 2.0's code for an unknown method. Some providers do not offer the health method. */
const methodNotFound = -32601;

export function healthOf({ health, errorRules }: Chain, reply: ProbeReply): ReportedHealth {
  if ('result' in reply) {
    const healthy = health.read(reply.result);
    if (healthy === undefined) return 'unhealthy';
    return healthy ? 'healthy' : 'behind';
  }
  if (ruleFor(errorRules, reply.error)?.means === 'behind') return 'behind';
  return reply.error.code === methodNotFound ? 'unknown' : 'unhealthy';
}

/** @throws {NoAnswerError} if the node gives no answer */
export async function askHealth(
  { url, ca, headers }: Destination,
  chain: Chain,
  send: typeof sendOverHttp,
  timeoutMs: number,
): Promise<CheckedHealth> {
  const answer = await send({ url, ca, headers, body: questionOf(chain.health), timeoutMs, repeatable: false });
  const { status } = answer;
  if (rejectsCredentials(status)) return { health: 'rejected', status };
  const reply = status === 200 ? readReply(textOf(answer)) : undefined;
  return { health: reply ? healthOf(chain, reply) : 'unhealthy', status };
}
