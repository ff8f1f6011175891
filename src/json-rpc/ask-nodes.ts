import { type Chain, isRead } from '../chains/chain.ts';
import type { RequestTries, Tries } from '../records/tries.ts';
import { parseJson } from '../schema.ts';
import type { Forwarder, ForwardResult } from '../upstream/forwarder.ts';
import { nextStep } from '../upstream/next-step.ts';
import type { UpstreamAnswer } from '../upstream/upstream-answer.ts';
import type { NodeAnswer } from './answer-outcome.ts';
import type { CallPart, Forwarded } from './call-answers.ts';
import { elements, memberValue } from './json-slices.ts';
import { readNodeAnswer } from './node-answer.ts';
import type { AuthorizedRequest } from './parse-request.ts';
import type { RpcRequest } from './rpc-request.ts';

/** A request whose valid calls are to be forwarded. */
export type ForwardRequest = Pick<AuthorizedRequest, 'network' | 'chain' | 'accountId' | 'body' | 'acceptGzip'> & {
  readonly rpc: RpcRequest;
  readonly requestId: string;
  /** How long all attempts together may take, in ms; set by the key's plan. */
  readonly timeLimitMs: number;
  readonly tries: RequestTries;
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
};

/** A node's answer to some calls. */
export type NodesAnswer = { readonly part: CallPart; readonly forwarded: Forwarded };

/**
 * The answer to a part. If another node had results where this one gave errors that no table knows, its answer comes
 * before it, or instead of it if it answers all of the part.
 * @throws {GatewayError} no node answered @throws {NoAnswerError} if the request is cancelled
 */
export async function askNodes(
  request: ForwardRequest,
  part: CallPart,
  forwarder: Forwarder,
): Promise<readonly [NodesAnswer, ...NodesAnswer[]]> {
  const forwarded = await forwarder.forward(nodeRequest(request, part, (methods) => request.tries.ofMethods(methods)));
  const better = await secondOpinion(request, part, forwarded, forwarder);
  if (!better) return [{ part, forwarded }];
  return better.part.calls.length === part.calls.length ? [better] : [better, { part, forwarded }];
}

/** The results of one more node for reads with an error that no table knows; undefined if it has none. */
async function secondOpinion(
  request: ForwardRequest,
  { calls }: CallPart,
  first: ForwardResult<NodeAnswer>,
  forwarder: Forwarder,
): Promise<NodesAnswer | undefined> {
  if (!first.reading.doubtful) return undefined;
  const doubts = calls.flatMap((call, index) => {
    const { result, errorCode } = first.reading.calls[index] ?? {};
    const use = isRead(request.chain, call.call.method) ? 'read' : 'write';
    return result === 'doubtful' && nextStep(result, use) === 'second opinion' ? [{ call, errorCode }] : [];
  });
  if (doubts.length === 0) return undefined;
  const indexes = doubts.map(({ call }) => request.rpc.elements.indexOf(call));
  const part: CallPart = { calls: doubts.map(({ call }) => call), use: 'read' };
  const asked = nodeRequest(request, part, () => request.tries.again(indexes));
  const second = await forwarder.askAnother(asked, first);
  const isResult = (_: unknown, index: number) => second?.reading.calls[index]?.result === 'ok';
  const results = doubts.filter(isResult);
  if (!second || results.length === 0) return undefined;
  const errorCodes = new Map(results.map(({ call, errorCode }) => [call.call.method, errorCode]));
  for (const [method, errorCode] of errorCodes) forwarder.doubt(first, { method, errorCode, ...request });
  const reading = { ...second.reading, calls: second.reading.calls.filter(isResult) };
  const forwarded = { ...second, reading, fromEveryNode: false };
  return { part: { calls: results.map(({ call }) => call), use: 'read' }, forwarded };
}

/** Whether the part is the whole request, so that the node gets the client's bytes. */
export const isWhole = ({ rpc }: ForwardRequest, { calls }: CallPart): boolean => calls.length === rpc.elements.length;

function nodeRequest(request: ForwardRequest, part: CallPart, noteTries: (methods: readonly string[]) => Tries) {
  const { network, chain, accountId, rpc, acceptGzip, timeLimitMs, signal } = request;
  const { calls, use } = part;
  const whole = isWhole(request, part);
  const methods = [...new Set(calls.map(({ call }) => call.method))];
  return {
    network,
    chain,
    body: whole ? request.body : `[${calls.map(({ raw }) => raw).join(',')}]`,
    callCount: calls.length,
    use,
    methods,
    accountId,
    acceptGzip: whole && acceptGzip,
    timeLimitMs,
    oldestBlock: () => oldestBlockOf(part, chain),
    read: (answer: UpstreamAnswer) => readNodeAnswer(answer, { calls, batch: rpc.batch, chain }),
    tries: noteTries(methods),
    signal,
  };
}

/** The oldest block that a call names. */
function oldestBlockOf({ calls }: CallPart, chain: Chain): number | undefined {
  const blocks = calls.flatMap(({ call, raw }) => {
    const position = chain.blockParams.get(call.method);
    if (position === undefined) return [];
    const params = memberValue(raw, 'params');
    const named = params?.startsWith('[') ? elements(params, position + 1)[position] : undefined;
    return chain.readBlock(named === undefined ? undefined : parseJson(named)) ?? [];
  });
  return blocks.length > 0 ? Math.min(...blocks) : undefined;
}
