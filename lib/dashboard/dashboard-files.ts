import { Validations } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { statusFileName } from '../../src/environment.ts';
import type { Grant } from '../functions/grants.ts';
import { grantBelow, grantOnStagedFiles } from '../functions/wildcard-grants.ts';
import { type AddedFile, copyOf } from '../instance/copied-folder.ts';
import type { Stage } from '../instance/stage.ts';
import { type CopyProps, FileCopier } from './file-copier.ts';

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
  /** Whether there is a public status file. */
  readonly statusPage: boolean;
};

export type DeploymentProps = {
  readonly stage: Stage;
  /** The folder of the built dashboard. */
  readonly folder: string;
  readonly logo: AddedFile | undefined;
  readonly config: DashboardConfig;
  readonly bucket: FileBucket;
  readonly distribution: Distribution;
};

/**
 * Copies the built dashboard into its bucket, with a Cache-Control header for each file. The pages come last, after the
 * files that they refer to. Files of earlier builds stay for tabs that are still open.
 */
export class Deployment extends Construct {
  constructor(scope: Construct, id: string, props: DeploymentProps) {
    super(scope, id);
    const { stage, folder, logo, config, bucket, distribution } = props;
    const build = new Asset(this, 'Build', { path: folder, ...(logo && copyOf(folder, logo)) });
    const source = Source.bucket(build.bucket, build.s3ObjectKey);
    const copier = FileCopier.of(this, stage);
    const grants = copier.grant(this, 'Grants', grantsOf(props, build.bucket));
    Validations.of(grants).acknowledge(
      grantOnStagedFiles(
        build,
        'The names of staged files are hashes of their content and change with each deployment.',
      ),
      grantBelow(bucket, '/*', 'The names of the files have hashes of their content, and the bucket has no other use.'),
    );
    const copy = (name: string, copyProps: Omit<CopyProps, 'destinationBucket'>) => {
      const copied = copier.copy(this, name, { destinationBucket: bucket, prune: false, ...copyProps });
      copied.node.addDependency(grants);
      return copied;
    };

    const assets = copy('Assets', { ...hashed, sources: [source] });
    const configuration = copy('Config', {
      ...uncached,
      sources: [Source.jsonData('config.json', config), ...withdrawn(config)],
    });
    const documents = copy('Documents', { ...markdown, sources: [source] });
    const pages = copy('Pages', {
      ...revalidated,
      sources: [source],
      distribution,
      distributionPaths: ['/index.html'],
    });
    pages.node.addDependency(assets, configuration, documents);
  }
}

/** Replaces a file that was published before the setting was switched off. */
const withdrawn = ({ statusPage }: DashboardConfig) => (statusPage ? [] : [Source.jsonData(statusFileName, {})]);

/** The permissions of "aws s3 cp" and "aws s3 sync", and of an invalidation and the wait for it. */
const grantsOf = ({ bucket, distribution }: DeploymentProps, staged: IBucket): Grant[] => [
  { actions: ['s3:GetObject'], resources: [staged.arnForObjects('*')] },
  { actions: ['s3:ListBucket'], resources: [bucket.bucketArn] },
  { actions: ['s3:AbortMultipartUpload', 's3:PutObject'], resources: [bucket.arnForObjects('*')] },
  {
    actions: ['cloudfront:CreateInvalidation', 'cloudfront:GetInvalidation'],
    resources: [distribution.distributionArn],
  },
];

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
