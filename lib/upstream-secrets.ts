import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Upstreams } from '../src/environment.ts';
import type { Grant } from './grant.ts';

/** Leave to read the secrets with the nodes' credentials, secret by secret; nothing where no node has one. */
export function upstreamSecrets(scope: Construct, upstreams: Upstreams): Grant[] {
  const names = new Set(Object.values(upstreams).flatMap((list) => list.flatMap(({ secretName }) => secretName ?? [])));
  if (names.size === 0) return [];
  // Secrets Manager ends a secret's ARN in a hyphen and six characters that its name does not tell.
  const resources = [...names].map(
    (name) => `${Secret.fromSecretNameV2(scope, `Secret-${name}`, name).secretArn}-??????`,
  );
  return [{ actions: ['secretsmanager:GetSecretValue'], resources }];
}
