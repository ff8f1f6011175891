import { Stack, Token, Validations } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, type BucketDeploymentProps, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { FunctionRole } from '../grants.ts';
import type { Stage } from '../stage.ts';

/** The dashboard's config.json. */
type DashboardConfig = {
  /** The management API's address without `/v1`: absolute, or relative to the dashboard's. */
  readonly apiUrl: string;
  readonly userPool: { readonly endpoint: string; readonly id: string; readonly clientId: string };
  /** `logo` is a path on the dashboard's origin; `support` and `terms` are URLs. */
  readonly service: {
    readonly name: string;
    readonly logo?: string | undefined;
    readonly support?: string | undefined;
    readonly terms?: string | undefined;
  };
  readonly signUp: 'open' | 'closed' | { readonly emailDomains: readonly string[] };
};

export type DeploymentProps = {
  readonly stage: Stage;
  /** The folder of the built dashboard. */
  readonly folder: string;
  readonly config: DashboardConfig;
  readonly bucket: IBucket;
  readonly distribution: Distribution;
};

type SharedProps = Pick<BucketDeploymentProps, 'destinationBucket' | 'prune' | 'role' | 'logGroup'>;
type CopyProps = Omit<BucketDeploymentProps, keyof SharedProps>;

/**
 * Copies the built dashboard into its bucket, with a Cache-Control header for each file. The pages come last, after the
 * files that they refer to. Files of earlier builds stay for tabs that are still open.
 */
export class Deployment extends Construct {
  constructor(scope: Construct, id: string, props: DeploymentProps) {
    super(scope, id);
    const { folder, config, distribution } = props;
    const build = new Asset(this, 'Build', { path: folder });
    const source = Source.bucket(build.bucket, build.s3ObjectKey);
    const shared = this.sharedProps(props, build.bucket);
    const copy = (name: string, copyProps: CopyProps) => new BucketDeployment(this, name, { ...shared, ...copyProps });

    const assets = copy('Assets', { ...hashed, sources: [source] });
    const configuration = copy('Config', { ...uncached, sources: [Source.jsonData('config.json', config)] });
    const documents = copy('Documents', { ...markdown, sources: [source] });
    const pages = copy('Pages', {
      ...revalidated,
      sources: [source],
      distribution,
      distributionPaths: ['/index.html'],
    });
    pages.node.addDependency(assets, configuration, documents);
    // Each has a layer of 22 MB with the AWS CLI, and their one function uses the first's.
    for (const { node } of [configuration, documents, pages]) node.tryRemoveChild('AwsCliLayer');
    Validations.of(Stack.of(this).node.findChild(copier)).acknowledge(...ofTheCdk);
  }

  private sharedProps({ stage, bucket, distribution }: DeploymentProps, staged: IBucket): SharedProps {
    const { logRetention: retention, removalPolicy } = stage;
    const logGroup = new LogGroup(this, 'Logs', { retention, removalPolicy });
    // The permissions of "aws s3 cp" and "aws s3 sync", and of an invalidation and the wait for it.
    const role = new FunctionRole(this, 'Role', logGroup, [
      { actions: ['s3:GetObject'], resources: [staged.arnForObjects('*')] },
      { actions: ['s3:ListBucket'], resources: [bucket.bucketArn] },
      { actions: ['s3:AbortMultipartUpload', 's3:PutObject'], resources: [bucket.arnForObjects('*')] },
      {
        actions: ['cloudfront:CreateInvalidation', 'cloudfront:GetInvalidation'],
        resources: [distribution.distributionArn],
      },
    ]);
    Validations.of(role).acknowledge(stagedFiles(Stack.of(this)), ownFiles);
    // The CDK would also grant it to delete objects, and to invalidate every distribution.
    return { destinationBucket: bucket, prune: false, role: role.withoutPolicyUpdates(), logGroup };
  }
}

// The name of each file in this folder has a hash of its content.
const hashed = {
  exclude: ['*'],
  include: ['assets/*'],
  cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
};
// The AWS CLI guesses the type of a file by its name, but not its character set.
const markdown = {
  exclude: ['*'],
  include: ['docs/*.md'],
  contentType: 'text/markdown; charset=utf-8',
  cacheControl: [CacheControl.noCache()],
};
const revalidated = { exclude: ['assets/*', 'docs/*.md'], cacheControl: [CacheControl.noCache()] };
const uncached = { cacheControl: [CacheControl.noStore()] };

/** The function that the CDK creates for all bucket deployments of a stack. */
const copier = 'Custom::CDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C';

const ofTheCdk = [
  { id: 'AwsSolutions-L1', reason: "The runtime of the CDK's own function is chosen by the CDK." },
  { id: 'Serverless-LambdaLatestVersion', reason: "The runtime of the CDK's own function is chosen by the CDK." },
  { id: 'Serverless-LambdaDLQ', reason: 'CloudFormation waits for its result, and the deployment fails with it.' },
  { id: 'Serverless-LambdaTracing', reason: 'It runs only at deployments, and CloudFormation reports its result.' },
];

/** In the rule's id, account and region are values if the stack is bound to them, and placeholders otherwise. */
function stagedFiles({ partition, account, region }: Stack) {
  const shown = (value: string, name: string) => (Token.isUnresolved(value) ? `<AWS::${name}>` : value);
  const bucket = `cdk-hnb659fds-assets-${shown(account, 'AccountId')}-${shown(region, 'Region')}`;
  const arn = `arn:${shown(partition, 'Partition')}:s3:::${bucket}/*`;
  return {
    id: `AwsSolutions-IAM5[Resource::${arn}]`,
    reason: 'The names of staged files are hashes of their content and change with each deployment.',
  };
}

const ownFiles = {
  id: 'AwsSolutions-IAM5[Resource::<DashboardFilesFF9B60FA.Arn>/*]',
  reason: 'The names of the files have hashes of their content, and the bucket has no other use.',
};

/** The bucket with the dashboard's files; only its distribution reads it. */
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
      reason: 'Only CloudFront reads here, and the files are public; access logs would have no use.',
    });
  }

  /** With exactOptionalPropertyTypes, a `Bucket` with an optional `isWebsite` is not an `IBucket`. */
  override get isWebsite(): boolean {
    return false;
  }
}
