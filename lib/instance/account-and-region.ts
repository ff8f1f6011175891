import { Stack, Stage, Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Where an instance is deployed to, for a comparison with others of the app. Without an account, two stages of the CDK are
 * probably in different ones.
 */
export function accountAndRegion(scope: Construct): string {
  const { account, region } = Stack.of(scope);
  const owner = Token.isUnresolved(account) ? Stage.of(scope)?.node.path : account;
  return `${owner} ${Token.isUnresolved(region) ? '' : region}`;
}
