import * as v from 'valibot';
import type { HttpAnswer } from '../../../src/http/http-exchange.ts';
import type { Outcome } from '../../../src/records/outcome.ts';
import type { CallOutcome } from '../../../src/records/record.ts';
import { parseJson } from '../../../src/schema.ts';
import { type Asked, isWrite } from './chaos-requests.ts';

/** What the client got of a request that the proxy answered. */
export type Answered = {
  readonly asked: Asked;
  readonly requestId: string;
  readonly status: number;
  readonly calls: readonly CallOutcome[];
};

const resultSchema = v.object({ id: v.number(), result: v.unknown() });
const errorSchema = v.object({
  id: v.nullable(v.number()),
  error: v.object({ code: v.number(), data: v.optional(v.object({ reason: v.optional(v.string()) })) }),
});
const callAnswer = v.union([resultSchema, errorSchema]);

/** The outcome in the history for each reason in docs/api.md. */
const outcomes: Readonly<Record<string, Outcome>> = {
  parse_error: 'invalid_request',
  invalid_request: 'invalid_request',
  batch_too_large: 'invalid_request',
  rate_limited: 'rate_limited',
  quota_exceeded: 'quota_exceeded',
  upstream_unavailable: 'upstream_error',
  upstream_timeout: 'upstream_timeout',
  call_too_slow: 'call_too_slow',
  response_too_large: 'response_too_large',
  limits_unavailable: 'internal_error',
  internal_error: 'internal_error',
};

/** Reads what became of each call; undefined for an answer that is not the proxy's. */
export function readAnswer(asked: Asked, { status, headers, body }: HttpAnswer): Answered | undefined {
  const requestId = headers['x-request-id'];
  if (typeof requestId !== 'string') return undefined;
  const parsed = parseJson(body.toString());
  const answers: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const calls = asked.calls.map(({ id, method }): CallOutcome => {
    const own = answers
      .filter((one) => v.is(callAnswer, one))
      .find((one) => one.id === (method === undefined ? null : id));
    return { method, outcome: outcomeOf(own, isWrite(asked)) };
  });
  return { asked, requestId, status, calls };
}

/** The error of a node that is behind. */
const behind = -32_005;

/**
 * A call that has no answer, or none that is JSON-RPC, is its node's fault, and so is one that every node refused as it
 * is behind. A write is sent to one of a network's two nodes, so not every node has said so.
 */
function outcomeOf(answer: v.InferOutput<typeof callAnswer> | undefined, sentOnce: boolean): Outcome {
  if (answer === undefined) return 'upstream_error';
  if ('result' in answer) return 'ok';
  const { reason } = answer.error.data ?? {};
  if (answer.error.code === behind) return sentOnce ? 'rpc_error' : 'upstream_error';
  return reason === undefined ? 'rpc_error' : (outcomes[reason] ?? 'internal_error');
}
