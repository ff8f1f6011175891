import { Stack, Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ConfigurationError } from '../settings/configuration-error.ts';

/** The beginnings of regions outside of the partition `aws`: China, GovCloud, the isolated regions, and Europe's sovereign cloud. */
const otherPartitions = /^(cn|us-gov|us-iso[a-z]?|eu-isoe|eusc)-/;

/**
 * Refuses regions that are not commercial ones. A stack without a region is deployed to that of the credentials, which the
 * CDK's command line names.
 * @throws {ConfigurationError} naming the region
 */
export function requireCommercialRegion(scope: Construct): void {
  const { region } = Stack.of(scope);
  const deployed = Token.isUnresolved(region) ? (process.env.CDK_DEFAULT_REGION ?? '') : region;
  if (!otherPartitions.test(deployed)) return;
  throw new ConfigurationError(
    `${scope.node.path.replace(/\/Default$/, '')} would be deployed to ${deployed}, and Sluice runs in AWS's commercial ` +
      'regions only: others (GovCloud, China, isolated regions, the European Sovereign Cloud) lack services that it needs, ' +
      'such as CloudFront as the dashboard uses it. Name a commercial region: env of the stack (in the repository, ' +
      '-c region=eu-central-1).',
  );
}
