import { Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Stage } from '../stage.ts';

/** Keeps the files of the dashboard, for its distribution alone. */
export class FileBucket extends Bucket {
  constructor(scope: Construct, id: string, { removalPolicy }: Stage) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy,
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Only CloudFront reads here, and what it reads is public; access logs would tell nothing.',
    });
  }

  /** Said outright, because a `Bucket` that might not say it is no `IBucket` to a strict compiler. */
  override get isWebsite(): boolean {
    return false;
  }
}
