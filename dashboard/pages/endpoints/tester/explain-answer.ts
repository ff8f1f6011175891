import * as v from 'valibot';
import type { ErrorCodes } from '../../../chains/dashboard-chain.ts';
import { errorCodesOf } from '../../../chains/error-codes.ts';

/** The meaning of a response. */
export type AnswerExplanation = {
  readonly tone: 'good' | 'caution' | 'bad';
  readonly title: string;
  readonly text: string;
};

const rpcError = v.object({
  code: v.number(),
  message: v.string(),
  data: v.optional(v.fallback(v.object({ reason: v.fallback(v.optional(v.string()), undefined) }), {})),
});
type RpcError = v.InferOutput<typeof rpcError>;
const failure = v.object({ error: rpcError });
const success = v.object({ jsonrpc: v.literal('2.0'), result: v.unknown() });

/**
 * Explains what a response with this status and body means, and what to do.
 * @param chain the chain whose node answered
 */
export function explainAnswer(status: number, body: string, chain?: string): AnswerExplanation {
  const codes = errorCodesOf(chain);
  const value = parsed(body);
  if (Array.isArray(value) && value.length > 0) return explainBatch(value, codes);
  const failed = v.safeParse(failure, value);
  if (failed.success) return explainError(failed.output.error, codes);
  if (v.is(success, value)) return { tone: 'good', title: 'Result', text: 'The node answered with a result.' };
  return apiGatewayAnswers[status] ?? unknown;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function explainBatch(answers: readonly unknown[], codes: ErrorCodes): AnswerExplanation {
  const errors = answers.flatMap((answer) => {
    const failed = v.safeParse(failure, answer);
    return failed.success ? [failed.output.error] : [];
  });
  const count = `${answers.length} ${answers.length === 1 ? 'call' : 'calls'}`;
  if (errors.length === 0) return { tone: 'good', title: 'Results', text: `Results for ${count}.` };
  const meanings = new Set(errors.map((error) => `${titleOf(error)}: ${meaningOf(error, codes)}`));
  const text = [...meanings].slice(0, mostMeanings).join(' ');
  return { tone: 'caution', title: `${errors.length} of ${count} failed`, text };
}

const mostMeanings = 3;

const explainError = (error: RpcError, codes: ErrorCodes): AnswerExplanation => ({
  tone: reasonOf(error) !== undefined && error.code === gatewayFault ? 'bad' : 'caution',
  title: titleOf(error),
  text: meaningOf(error, codes),
});

/** The code of errors that are not the caller's fault. */
const gatewayFault = -32603;

const isReason = (text: string): text is keyof typeof gatewayReasons => Object.hasOwn(gatewayReasons, text);

function reasonOf({ data }: RpcError): keyof typeof gatewayReasons | undefined {
  const reason = data?.reason;
  return reason !== undefined && isReason(reason) ? reason : undefined;
}

function titleOf(error: RpcError): string {
  const reason = reasonOf(error);
  return reason ? `Gateway error: ${reason}` : `Node error ${error.code}`;
}

function meaningOf(error: RpcError, codes: ErrorCodes): string {
  const reason = reasonOf(error);
  if (reason) return gatewayReasons[reason];
  const known = codes[error.code];
  return known ? `${known.meaning} ${known.advice}` : `The node’s message: ${error.message}`;
}

const unknown: AnswerExplanation = {
  tone: 'caution',
  title: 'Not a JSON-RPC response',
  text: 'The response is not JSON-RPC. It is shown unchanged.',
};

const refused = (title: string, text: string): AnswerExplanation => ({ tone: 'caution', title, text });
const failed = (title: string, text: string): AnswerExplanation => ({ tone: 'bad', title, text });

const mayHaveArrived = 'Try a read again in a moment. A transaction may have arrived: check before you send it again.';

/** Responses of Amazon API Gateway itself, sent without the gateway (docs/api.md, "Answers"). */
const apiGatewayAnswers: Readonly<Record<number, AnswerExplanation>> = {
  401: refused(
    'No secret received',
    'The X-API-KEY header is missing. A browser extension or a proxy may have removed it.',
  ),
  403: refused(
    'Key rejected',
    'The secret is mistyped or unknown, the key was revoked, its old secret expired after a rotation, or the account has no active plan. The endpoint does not say which. The request does not count against your quota.',
  ),
  404: refused('Endpoint not found', 'This URL is not an endpoint.'),
  413: refused('The body is too large', 'A request may have about 5.9 MB of JSON. Split it into smaller requests.'),
  429: refused(
    'The service is busy',
    'All customers together exceed the capacity of the service. The request was not forwarded. Try again in a moment.',
  ),
  500: failed('The service failed', mayHaveArrived),
  503: failed('The service did not answer in time', mayHaveArrived),
};

/** Meanings of the gateway's errors for the sender of a request (docs/api.md, "Answers"). */
export const gatewayReasons = {
  parse_error: 'The body is not JSON. The request was not forwarded and counts as one call.',
  invalid_request: 'The body is not a valid JSON-RPC call. The request was not forwarded and counts as one call.',
  batch_too_large:
    'A batch may have at most 100 calls, and no more than your plan allows per second. Split it into smaller batches. It counts as one call.',
  unsupported_media_type: 'Send the request uncompressed, with Content-Type: application/json. It counts as one call.',
  rate_limited:
    'This key is over its limit per second. Wait as long as Retry-After says, or choose a larger plan. The call does not count against your quota.',
  quota_exceeded:
    'This key has used up its calls for today. It works again at midnight UTC, or right away on a larger plan.',
  upstream_unavailable:
    'No chain node gave a usable answer. The call does not count against today’s quota. Try a read again in a moment. A transaction may have arrived: check before you send it again.',
  upstream_timeout:
    'No chain node answered in time. The call counts against today’s quota. For a read, request less data. A transaction may have arrived: check before you send it again.',
  call_too_slow:
    'The chain nodes are healthy and answer such calls, but this one took longer than your plan allows. The call counts against today’s quota. For a read, request less data. A transaction may have arrived: check before you send it again.',
  nodes_at_limit:
    'The chain nodes take no more calls in this second. A transaction was not sent, and the call does not count against today’s quota. Wait as long as Retry-After says, or send smaller batches.',
  response_too_large:
    'The node’s answer is over 6 MB, the most that can be returned. For a read, request less data with dataSlice, filters or a smaller range. The call counts against today’s quota. A transaction may have arrived: check before you send it again.',
  method_unsupported:
    'This service does not support the method on this network. It was not sent and counts as one call.',
  method_not_served:
    'No node of this network has the method. Check its spelling, and that it belongs to this chain. It was not sent and counts as one call.',
  limits_unavailable:
    'The limits could not be checked, so the call has no result. A transaction was not sent. Try again in a moment.',
  internal_error:
    'The gateway failed. The call does not count against today’s quota. Try a read again in a moment. A transaction may have arrived: check before you send it again.',
} as const satisfies Readonly<Record<string, string>>;
