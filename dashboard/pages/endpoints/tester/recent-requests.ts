import * as v from 'valibot';
import { hasSecret } from './check-secret.ts';

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
