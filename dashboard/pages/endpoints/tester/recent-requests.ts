import * as v from 'valibot';
import { hasSecret } from './check-secret.ts';
import type { Exchange } from './use-exchange.ts';

/** A request that was sent from this browser, without its secret and its response. */
const recentRequest = v.object({
  /** When it was sent, in epoch milliseconds. */
  at: v.number(),
  chain: v.string(),
  network: v.string(),
  /** The method that was chosen in the list; its draft has the body. */
  method: v.string(),
  body: v.string(),
  /** The methods that the body calls. */
  calls: v.array(v.string()),
  /** Missing if there was no response. */
  status: v.optional(v.number()),
  ms: v.optional(v.number()),
  requestId: v.optional(v.string()),
  /** The account's key that had the secret. */
  keyId: v.optional(v.string()),
});

export type RecentRequest = v.InferOutput<typeof recentRequest>;

/** What the browser may have kept. What this release cannot read is dropped. */
export const recentRequests = v.fallback(v.array(recentRequest), []);

const mostRequests = 20;
const mostCharacters = 20_000;

/** Adds a request, the newest first. The same body on the same network is listed once. */
export function addRecent(list: readonly RecentRequest[], added: RecentRequest): RecentRequest[] {
  // A long body would use up the browser's storage; a secret never belongs there.
  if (added.body.length > mostCharacters || hasSecret(added.body)) return [...list];
  const isSame = ({ chain, network, body }: RecentRequest) =>
    chain === added.chain && network === added.network && body === added.body;
  return [added, ...list.filter((one) => !isSame(one))].slice(0, mostRequests);
}

/** Whether a request went to this endpoint. */
export const isOfEndpoint = (
  request: RecentRequest,
  endpoint: { readonly chain: string; readonly network: string },
): boolean => request.chain === endpoint.chain && request.network === endpoint.network;

/** What the browser keeps of a request that has ended. */
export function recentRequestOf({ sent, ending }: Exchange): RecentRequest {
  const { at, endpoint, method, body, methods, keyId } = sent;
  const { chain, network } = endpoint;
  const kept = { at, chain, network, method, body, calls: [...methods], keyId };
  if (ending.kind !== 'answered') return kept;
  const { status, endedAfter, requestId } = ending.answer;
  return { ...kept, status, ms: Math.round(endedAfter), requestId };
}
