import type { Upstream } from '../environment.ts';
import type { Credentials } from './credentials.ts';
import type { Forward } from './forwarder.ts';
import type { Outgoing } from './send.ts';

/** How one try is sent. */
export type Trying = Pick<Outgoing, 'timeoutMs' | 'fresh'>;

/**
 * A try of one upstream: the body as it came, the gateway's own headers, and what the upstream wants added. Nothing else
 * that the client sent goes on: neither its key nor its cookies.
 */
export function toOutgoing(
  upstream: Upstream,
  { body, acceptGzip, signal }: Forward,
  added: Credentials | undefined,
  trying: Trying,
): Outgoing {
  const url = new URL(added?.url ?? upstream.url);
  for (const [name, value] of Object.entries(added?.query ?? {})) url.searchParams.set(name, value);
  const own = Object.entries(added?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  const headers = {
    ...Object.fromEntries(own),
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': acceptGzip ? 'gzip' : 'identity',
    'user-agent': 'sluice',
  };
  return { url, headers, body, signal, ...trying };
}
