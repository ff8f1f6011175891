import { Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Stage } from '../instance/stage.ts';

/** A secret of 64 letters and digits that the deployment generates and no template contains. @param reason for no rotation */
export function createSecret(
  scope: Construct,
  id: string,
  { removalPolicy }: Stage,
  description: string,
  { reason }: { readonly reason: string },
): Secret {
  const generateSecretString = { passwordLength: 64, excludePunctuation: true };
  const secret = new Secret(scope, id, { description, generateSecretString, removalPolicy });
  Validations.of(secret).acknowledge({ id: 'AwsSolutions-SMG4', reason });
  return secret;
}
