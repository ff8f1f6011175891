import type { Upstreams } from '../environment.ts';
import type { FindCredentials } from './credentials.ts';
import { openConnection } from './send.ts';

/**
 * Opens a connection to the first upstream of the first network, where most calls go, and reads the credentials for it.
 * Only there: each handshake takes milliseconds of processor time, and there may be many networks. Rejects where that
 * fails.
 */
export async function connectFirst(upstreams: Upstreams, credentials: FindCredentials): Promise<void> {
  const first = Object.values(upstreams)[0]?.[0];
  if (!first) return;
  const added = first.secretName ? await credentials(first.secretName) : undefined;
  await openConnection(new URL(added?.url ?? first.url));
}
