import type { Construct } from 'constructs';
import type { Network } from '../../src/network.ts';
import { type Grant, readSecrets } from '../functions/grants.ts';

/** Permission to read each secret with a node's credentials. */
export function upstreamSecrets(scope: Construct, networks: readonly Network[]): Grant[] {
  const upstreams = networks.flatMap((network) => network.upstreams);
  const names = new Set(upstreams.flatMap(({ secretName }) => secretName ?? []));
  return readSecrets(scope, [...names]);
}
