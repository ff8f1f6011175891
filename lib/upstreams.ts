import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Network } from '../src/network.ts';
import type { Grant } from './grants.ts';

/** Permission to read each secret with a node's credentials. */
export function upstreamSecrets(scope: Construct, networks: readonly Network[]): Grant[] {
  const upstreams = networks.flatMap((network) => network.upstreams);
  const names = new Set(upstreams.flatMap(({ secretName }) => secretName ?? []));
  if (names.size === 0) return [];
  // A secret's ARN ends in a hyphen and six random characters.
  const resources = [...names].map(
    (name) => `${Secret.fromSecretNameV2(scope, `Secret-${name}`, name).secretArn}-??????`,
  );
  return [{ actions: ['secretsmanager:GetSecretValue'], resources }];
}
