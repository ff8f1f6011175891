import * as v from 'valibot';
import { parseJson, writeJson } from './lossless-json.ts';
import { methods } from './methods/methods.ts';
import type { SolanaNode } from './node.ts';
import { internalError, invalidRequest, methodNotFound, parseError, RpcError } from './rpc-errors.ts';

const id = v.union([v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.bigint(), v.null()]);

// Without `id` it is a notification. Unknown members are refused (core/src/types in paritytech/jsonrpc).
const call = v.strictObject({
  jsonrpc: v.optional(v.literal('2.0')),
  method: v.string(),
  params: v.nullish(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
  id: v.optional(id),
});

const onlyId = v.object({ id });

/** Called with an unexpected failure of a method. */
export type ReportFailure = (method: string, error: unknown) => void;

/**
 * Answers the text of a JSON-RPC request, a call or a batch, like an Agave node.
 * @returns undefined if it contains only notifications
 */
export function answerRequest(node: SolanaNode, body: string, report: ReportFailure): string | undefined {
  node.advance();
  const request = parsed(body);
  if (request instanceof RpcError) return writeJson(failure(null, request));
  if (!Array.isArray(request)) {
    const single = answerCall(node, request, report);
    return single && writeJson(single);
  }
  const answers = request.flatMap((one) => answerCall(node, one, report) ?? []);
  return answers.length === 0 ? undefined : writeJson(answers);
}

function parsed(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return parseError();
  }
}

function answerCall(node: SolanaNode, input: unknown, report: ReportFailure): object | undefined {
  const parsed = v.safeParse(call, input);
  if (!parsed.success) {
    const known = v.safeParse(onlyId, input);
    return failure(known.success ? known.output.id : null, invalidRequest());
  }
  const { id, jsonrpc, method, params } = parsed.output;
  if (id === undefined) return undefined;
  if (jsonrpc === undefined) return failure(id, invalidRequest('Unsupported JSON-RPC protocol version'));
  try {
    return { jsonrpc, id, result: run(node, method, params) };
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error);
    report(method, error);
    return failure(id, internalError());
  }
}

function run(node: SolanaNode, name: string, params: unknown): unknown {
  const method = methods.get(name);
  if (method === undefined) throw methodNotFound();
  return method(node, params);
}

const failure = (id: v.InferOutput<typeof onlyId>['id'], { code, message, data }: RpcError): object => ({
  jsonrpc: '2.0',
  id,
  error: data === undefined ? { code, message } : { code, message, data },
});
