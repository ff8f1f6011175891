import { CURRENT_VERSION_EXPIRED_FLAGS, FLAGS, futureFlagDefault } from 'aws-cdk-lib/cx-api';
import type { Construct } from 'constructs';

/** The CDK's feature flags that are on; all others are as if nobody had set them. */
const flagsOn = new Set([
  '@aws-cdk/aws-dynamodb:resourcePolicyPerReplica',
  '@aws-cdk/aws-dynamodb:retainTableReplica',
  '@aws-cdk/aws-iam:importedRoleStackSafeDefaultPolicyName',
  '@aws-cdk/aws-iam:minimizePolicies',
  '@aws-cdk/aws-lambda:recognizeLayerVersion',
  '@aws-cdk/aws-lambda:useCdkManagedLogGroup',
  '@aws-cdk/aws-s3:createDefaultLoggingPolicy',
  '@aws-cdk/aws-s3:publicAccessBlockedByDefault',
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy',
  '@aws-cdk/core:checkSecretUsage',
  '@aws-cdk/core:validateSnapshotRemovalPolicy',
]);

/** A value for every flag of the CDK that is on or off. */
export function featureFlags(): Readonly<Record<string, boolean>> {
  // Some have values of other types, and the CDK refuses those of its first version.
  const switches = Object.entries(FLAGS).filter(
    ([flag, { recommendedValue }]) =>
      typeof recommendedValue === 'boolean' && !CURRENT_VERSION_EXPIRED_FLAGS.includes(flag),
  );
  return Object.fromEntries(switches.map(([flag]) => [flag, flagsOn.has(flag) || futureFlagDefault(flag)]));
}

/**
 * Fixes the feature flags for a construct's children, so that they become the same resources in every app, whatever flags
 * its cdk.json sets. The CDK reads some flags at the stack or app: none of these changes a resource. Call it before the
 * construct has children.
 */
export function fixFeatureFlags({ node }: Construct): void {
  for (const [flag, value] of Object.entries(featureFlags())) node.setContext(flag, value);
}
