import { BatchTooLargeError, GatewayError, InvalidRequestError } from '../errors.ts';
import type { ProxyRequest } from './proxy.ts';
import {
  isValid,
  parseRequest,
  type RpcRequest,
  requireIdentity,
  requireJson,
  requireUtf8,
  type ValidElement,
} from './request.ts';

/** A call or a batch, and the valid calls in it. */
export type ReadCalls = { readonly rpc: RpcRequest; readonly calls: readonly ValidElement[] };

/** Valid calls, which count one each; or why nothing can be forwarded, which counts as one call. */
export type ReadRequest = ReadCalls | { readonly rpc: RpcRequest | undefined; readonly error: GatewayError };

/** How many calls a request counts against the limits. */
export const countOf = (read: ReadRequest): number => ('calls' in read ? read.calls.length : 1);

type Received = Pick<ProxyRequest, 'contentType' | 'contentEncoding' | 'contentLength' | 'body' | 'plan'>;

/** Reads a request. Never throws what is the caller's error: the limits are asked before it is answered. */
export function readRequest(received: Received): ReadRequest {
  let rpc: RpcRequest | undefined;
  try {
    requireJson(received.contentType);
    requireIdentity(received.contentEncoding);
    requireUtf8(received.body, received.contentLength);
    rpc = parseRequest(received.body);
    const calls = rpc.elements.filter(isValid);
    requireCalls(calls.length, received.plan.limits.callsPerSecond);
    return { rpc, calls };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { rpc, error };
  }
}

function requireCalls(n: number, callsPerSecond: number): void {
  if (n === 0) throw new InvalidRequestError('No call of the batch is valid.');
  if (n <= callsPerSecond) return;
  throw new BatchTooLargeError(
    `The batch has ${n} calls, and this key's plan admits ${callsPerSecond} a second. Split the batch.`,
  );
}
