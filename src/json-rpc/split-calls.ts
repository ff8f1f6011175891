import { type Chain, isRead } from '../chains/chain.ts';
import type { Upstream } from '../network.ts';
import { type GatewayError, MethodNotServedError, MethodUnsupportedError } from '../runtime/gateway-errors.ts';
import type { Forwarder } from '../upstream/forwarder.ts';
import type { CallUse } from '../upstream/next-step.ts';
import type { CallPart } from './call-answers.ts';
import type { ProxyRequest } from './parse-request.ts';
import { isValid, type RpcRequest, type ValidElement } from './rpc-request.ts';

export type SplitCalls = {
  readonly parts: readonly CallPart[];
  /** Calls that are not sent. */
  readonly refused: ReadonlyMap<ValidElement, GatewayError>;
};

/** Splits a request's valid calls by the nodes that serve them. Each part keeps the order of its calls. */
export function splitCalls(
  { network, chain, rpc }: Pick<ProxyRequest, 'network' | 'chain'> & { readonly rpc: RpcRequest },
  forwarder: Pick<Forwarder, 'nodesFor'>,
): SplitCalls {
  const byNodes = new Map<readonly Upstream[], ValidElement[]>();
  const refused = new Map<ValidElement, GatewayError>();
  for (const element of rpc.elements.filter(isValid)) {
    const { method } = element.call;
    if (chain.unsupported?.has(method)) {
      refused.set(element, new MethodUnsupportedError(method));
      continue;
    }
    const nodes = forwarder.nodesFor(network, chain, method);
    const part = byNodes.get(nodes);
    if (nodes.length === 0) refused.set(element, new MethodNotServedError(method));
    else if (part) part.push(element);
    else byNodes.set(nodes, [element]);
  }
  const parts = [...byNodes.values()].map((calls) => ({ calls, use: useOf(calls, chain) }));
  return { parts, refused };
}

function useOf(calls: readonly ValidElement[], chain: Chain): CallUse {
  const others = calls.filter(({ call }) => !isRead(chain, call.method));
  if (others.length === 0) return 'read';
  return others.every(({ call }) => chain.methods.get(call.method)?.use === 'signed') ? 'signed' : 'write';
}
