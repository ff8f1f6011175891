import { callNode, openClient } from '../load.ts';
import { median, percentile } from '../statistics.ts';

/** How long calls took that were made one after the other, in ms. */
export type Latency = { readonly median: number; readonly p95: number };

/**
 * A measurement that calls one address so many times, over one connection that is kept; getSlot unless a method is
 * named.
 */
export function measureLatency(url: string, secret: string, calls: number, method?: string): () => Promise<Latency> {
  const client = openClient(url, 1);
  return async () => {
    const taken: number[] = [];
    for (let call = 0; call < calls; call += 1) {
      const startedAt = performance.now();
      await callNode(client, call, secret, method);
      taken.push(performance.now() - startedAt);
    }
    return { median: median(taken), p95: percentile(taken, 0.95) };
  };
}
