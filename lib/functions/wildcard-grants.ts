import { CfnResource, Stack, Token } from 'aws-cdk-lib';
import type { Asset } from 'aws-cdk-lib/aws-s3-assets';
import type { Construct } from 'constructs';

/** A finding of cdk-nag, and why it is no problem. */
export type Acknowledged = { readonly id: string; readonly reason: string };

/**
 * Acknowledges a grant on everything below a resource.
 * @param below the end of the ARN, for example `/*`
 */
export const grantBelow = (resource: Construct, below: string, reason: string): Acknowledged =>
  wildcard(`<${logicalIdOf(resource)}.Arn>${below}`, reason);

/** Acknowledges a grant on all staged files. In cdk-nag's id, account and region are placeholders unless they are known. */
export function grantOnStagedFiles(asset: Asset, reason: string): Acknowledged {
  const stack = Stack.of(asset);
  const bucket = stack.resolve(asset.s3BucketName);
  const name = typeof bucket === 'string' ? bucket : `${bucket['Fn::Sub']}`;
  const shown = Token.isUnresolved(stack.partition) ? '<AWS::Partition>' : stack.partition;
  return wildcard(`arn:${shown}:s3:::${name.replaceAll(/\$\{(AWS::\w+)\}/g, '<$1>')}/*`, reason);
}

const wildcard = (resource: string, reason: string): Acknowledged => ({
  id: `AwsSolutions-IAM5[Resource::${resource}]`,
  reason,
});

function logicalIdOf({ node }: Construct): string {
  const resource = node.defaultChild;
  return CfnResource.isCfnResource(resource) ? `${resource.stack.resolve(resource.logicalId)}` : '';
}
