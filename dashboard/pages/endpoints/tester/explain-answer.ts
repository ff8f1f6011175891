import * as v from 'valibot';

/** What an answer means, in words. */
export type AnswerExplanation = {
  readonly tone: 'good' | 'caution' | 'bad';
  readonly title: string;
  readonly text: string;
};

type Codes = Readonly<Record<number, string>>;

const rpcError = v.object({
  code: v.number(),
  message: v.string(),
  data: v.optional(v.fallback(v.object({ reason: v.fallback(v.optional(v.string()), undefined) }), {})),
});
type RpcError = v.InferOutput<typeof rpcError>;
const failure = v.object({ error: rpcError });
const success = v.object({ jsonrpc: v.literal('2.0'), result: v.unknown() });

/**
 * Says what an answer with this status and body means, and what can be done.
 * @param chainCodes what the error codes of the chain's nodes mean
 */
export function explainAnswer(status: number, body: string, chainCodes: Codes = {}): AnswerExplanation {
  const codes = { ...jsonRpcCodes, ...chainCodes };
  const value = parsed(body);
  if (Array.isArray(value) && value.length > 0) return explainBatch(value, codes);
  const failed = v.safeParse(failure, value);
  if (failed.success) return explainError(failed.output.error, codes);
  if (v.is(success, value)) return { tone: 'good', title: 'Result', text: 'The node answered with a result.' };
  return ownAnswers[status] ?? unknown;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function explainBatch(answers: readonly unknown[], codes: Codes): AnswerExplanation {
  const errors = answers.flatMap((answer) => {
    const failed = v.safeParse(failure, answer);
    return failed.success ? [failed.output.error] : [];
  });
  const count = `${answers.length} ${answers.length === 1 ? 'call' : 'calls'}`;
  if (errors.length === 0) return { tone: 'good', title: 'Results', text: `All of ${count} have a result.` };
  const meanings = new Set(errors.map((error) => `${titleOf(error)}: ${meaningOf(error, codes)}`));
  const text = [...meanings].slice(0, mostMeanings).join(' ');
  return { tone: 'caution', title: `${errors.length} of ${count} ended in an error`, text };
}

const mostMeanings = 3;

const explainError = (error: RpcError, codes: Codes): AnswerExplanation => ({
  tone: reasonOf(error) !== undefined && error.code === gatewayFault ? 'bad' : 'caution',
  title: titleOf(error),
  text: meaningOf(error, codes),
});

/** The code of what is no fault of the caller. */
const gatewayFault = -32603;

const isReason = (text: string): text is keyof typeof gatewayReasons => Object.hasOwn(gatewayReasons, text);

function reasonOf({ data }: RpcError): keyof typeof gatewayReasons | undefined {
  const reason = data?.reason;
  return reason !== undefined && isReason(reason) ? reason : undefined;
}

function titleOf(error: RpcError): string {
  const reason = reasonOf(error);
  return reason ? `Sluice’s error ${reason}` : `The node’s error ${error.code}`;
}

function meaningOf(error: RpcError, codes: Codes): string {
  const reason = reasonOf(error);
  if (reason) return gatewayReasons[reason];
  return codes[error.code] ?? `The node says: ${error.message}`;
}

const unknown: AnswerExplanation = {
  tone: 'caution',
  title: 'Not a JSON-RPC answer',
  text: 'What came back is no JSON-RPC answer. It is shown as it came.',
};

const refused = (title: string, text: string): AnswerExplanation => ({ tone: 'caution', title, text });
const failed = (title: string, text: string): AnswerExplanation => ({ tone: 'bad', title, text });

const mayHaveArrived = 'A read: try again in a moment. A transaction may have arrived: check before you send it again.';

/** The answers of Amazon API Gateway itself, which never reach the JSON-RPC of the gateway (docs/api.md, "Answers"). */
const ownAnswers: Readonly<Record<number, AnswerExplanation>> = {
  401: refused(
    'No key came along',
    'The header X-API-KEY is missing: something between this page and the endpoint takes it away.',
  ),
  403: refused(
    'The key is not good',
    'Its secret is mistyped or unknown, the key was revoked, its old secret has expired after a rotation, or the account has no active plan. The endpoint tells nobody which. It counts for nothing.',
  ),
  404: refused('Nothing is at this address', 'The address is not that of an endpoint.'),
  413: refused('The body is too large', 'About 5.9 MB of JSON fit into one request. Split it.'),
  429: refused(
    'The service is busy',
    'All customers together send more than the service takes. Nothing was sent to a node. Try again in a moment.',
  ),
  500: failed('The service failed', mayHaveArrived),
  503: failed('The service did not answer in time', mayHaveArrived),
};

/** What each error of the gateway means for the sender of the request (docs/api.md, "Answers"). */
export const gatewayReasons = {
  parse_error: 'The body is not JSON. Nothing was sent to a node. It counts as one call.',
  invalid_request: 'The body is not a valid JSON-RPC call. Nothing was sent to a node. It counts as one call.',
  batch_too_large:
    'A batch may have 100 calls, and no more than your plan allows per second. Split it. It counts as one call.',
  unsupported_media_type:
    'Send the request with Content-Type: application/json, not compressed. It counts as one call.',
  rate_limited:
    'This key has no calls left in this second. Wait as long as Retry-After says, or choose a larger plan. The call does not count against your quota.',
  quota_exceeded:
    'This key has no calls left today (UTC). It works again at midnight UTC, or at once on a larger plan.',
  upstream_unavailable:
    'No chain node gave a usable answer. The call does not count against today’s quota. A read: try again in a moment. A transaction may have arrived: check before you send it again.',
  upstream_timeout:
    'No chain node answered in time. The call counts against today’s quota. A read: ask for less. A transaction may have arrived: check before you send it again.',
  response_too_large:
    'The node’s answer is over 6 MB, the most that can be passed on. A read: ask for less, with dataSlice, filters or a smaller range. The call counts against today’s quota. A transaction may have arrived: check before you send it again.',
  limits_unavailable: 'The limits could not be checked, so the call was not made. Try again in a moment.',
  internal_error:
    'The gateway failed. The call does not count against today’s quota. A read: try again in a moment. A transaction may have arrived: check before you send it again.',
} as const satisfies Readonly<Record<string, string>>;

/** What the error codes of JSON-RPC 2.0 mean when a node answers with them, whatever its chain. */
export const jsonRpcCodes: Readonly<Record<number, string>> = {
  [-32700]: 'The node could not read the call as JSON.',
  [-32600]: 'The node does not take the call as it is.',
  [-32601]: 'The node has no method of this name. Check its spelling; a node may also have it turned off.',
  [-32602]: 'The node does not take these parameters. Check their number, order and types.',
  [-32603]: 'The node failed at this call. If it changes the chain, check whether it arrived before you send it again.',
};
