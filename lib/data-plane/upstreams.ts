import type { Construct } from 'constructs';
import type { Network } from '../../src/network.ts';
import type { Grant } from '../functions/grants.ts';
import { readSecrets } from '../functions/secret-access.ts';

/** Permission to read each secret with a node's credentials. */
export function upstreamSecrets(scope: Construct, networks: readonly Network[]): Grant[] {
  const upstreams = networks.flatMap((network) => network.upstreams);
  return readSecrets(
    scope,
    upstreams.flatMap(({ secretName }) => (secretName === undefined ? [] : [{ secretName }])),
  );
}
