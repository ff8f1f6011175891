import { Stack, Token, Validations } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, type BucketDeploymentProps, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { FunctionRole } from '../grants.ts';
import type { Stage } from '../stage.ts';

/** What the dashboard reads in its config.json. */
export type DashboardConfig = {
  /** Where the management API is, without `/v1`: in full, or from the dashboard's own address. */
  readonly apiUrl: string;
  readonly userPool: { readonly endpoint: string; readonly id: string; readonly clientId: string };
};

export type DeploymentProps = {
  readonly stage: Stage;
  /** The folder of the built dashboard. */
  readonly folder: string;
  readonly config: DashboardConfig;
  readonly bucket: IBucket;
  readonly distribution: Distribution;
};

type Copying = Pick<BucketDeploymentProps, 'destinationBucket' | 'prune' | 'role' | 'logGroup'>;
type What = Omit<BucketDeploymentProps, keyof Copying>;

/**
 * Copies the built dashboard into its bucket, and says how long browsers and CloudFront may keep each file. The pages
 * come last, so that what they refer to is there; files of earlier builds stay, for the tabs that are still open.
 */
export class Deployment extends Construct {
  constructor(scope: Construct, id: string, props: DeploymentProps) {
    super(scope, id);
    const { folder, config, distribution } = props;
    const build = new Asset(this, 'Build', { path: folder });
    const source = Source.bucket(build.bucket, build.s3ObjectKey);
    const copying = this.copying(props, build.bucket);
    const copy = (name: string, what: What) => new BucketDeployment(this, name, { ...copying, ...what });

    const assets = copy('Assets', { ...hashed, sources: [source] });
    const configuration = copy('Config', { ...uncached, sources: [Source.jsonData('config.json', config)] });
    const pages = copy('Pages', {
      ...revalidated,
      sources: [source],
      distribution,
      distributionPaths: ['/index.html'],
    });
    pages.node.addDependency(assets, configuration);
    Validations.of(Stack.of(this).node.findChild(copier)).acknowledge(...ofTheCdk);
  }

  private copying({ stage, bucket, distribution }: DeploymentProps, staged: IBucket): Copying {
    const { logRetention: retention, removalPolicy } = stage;
    const logGroup = new LogGroup(this, 'Logs', { retention, removalPolicy });
    // What "aws s3 cp" and "aws s3 sync" need, and an invalidation that is waited for.
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
    // Left to itself, the CDK grants it to delete objects as well, and to invalidate every distribution there is.
    return { destinationBucket: bucket, prune: false, role: role.withoutPolicyUpdates(), logGroup };
  }
}

// Vite puts a hash of its content into the name of each file in this folder.
const hashed = {
  exclude: ['*'],
  include: ['assets/*'],
  cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
};
const revalidated = { exclude: ['assets/*'], cacheControl: [CacheControl.noCache()] };
const uncached = { cacheControl: [CacheControl.noStore()] };

/** The function that the CDK makes for all bucket deployments of a stack together. */
const copier = 'Custom::CDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C';

const ofTheCdk = [
  { id: 'AwsSolutions-L1', reason: "The runtime of the CDK's own function is chosen by the CDK." },
  { id: 'Serverless-LambdaLatestVersion', reason: "The runtime of the CDK's own function is chosen by the CDK." },
  { id: 'Serverless-LambdaDLQ', reason: 'CloudFormation waits for what it says, and the deployment fails with it.' },
  { id: 'Serverless-LambdaTracing', reason: 'It runs at deployments only, and CloudFormation says what became of it.' },
];

/** The rule knows the bucket by account and region where the stack is bound to them, and else by what stands for them. */
function stagedFiles({ partition, account, region }: Stack) {
  const shown = (value: string, name: string) => (Token.isUnresolved(value) ? `<AWS::${name}>` : value);
  const bucket = `cdk-hnb659fds-assets-${shown(account, 'AccountId')}-${shown(region, 'Region')}`;
  const arn = `arn:${shown(partition, 'Partition')}:s3:::${bucket}/*`;
  return {
    id: `AwsSolutions-IAM5[Resource::${arn}]`,
    reason: 'The names of staged files are hashes of what is in them, made anew at each deployment.',
  };
}

const ownFiles = {
  id: 'AwsSolutions-IAM5[Resource::<DashboardFilesFF9B60FA.Arn>/*]',
  reason: 'The names of the files are hashes of what is in them, and the bucket is for nothing else.',
};

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
