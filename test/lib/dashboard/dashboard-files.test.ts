import { describe, expect, test } from '@jest/globals';
import { arn, grantsOf, grantsOfPolicy, ownLogs } from '../functions/function-properties.ts';
import { propertiesOf, stageNames, templateOf } from '../synthesis.ts';

const bucket = 'DashboardFilesFF9B60FA';

describe.each(stageNames)('the deployment of the dashboard of %s', (stageName) => {
  const template = templateOf(stageName);
  const deployments = Object.entries(template.findResources('Custom::CDKBucketDeployment'));
  const named = (name: string) => deployments.find(([id]) => id.startsWith(`DashboardDeployment${name}`));
  const [assetsId, assets] = named('Assets') ?? [];
  const [configId, config] = named('Config') ?? [];
  const [documentsId, documents] = named('Documents') ?? [];
  const [, pages] = named('Pages') ?? [];

  test('copies assets, configuration, documents and pages into the one bucket, and removes nothing that an open tab may need', () => {
    expect(deployments).toHaveLength(4);
    for (const [, { Properties }] of deployments) {
      expect(Properties).toMatchObject({ DestinationBucketName: { Ref: bucket }, Prune: false });
    }
  });

  test('uploads the AWS CLI once: the layer of the one function that copies', () => {
    const [layer, ...others] = Object.keys(template.findResources('AWS::Lambda::LayerVersion'));
    expect(others).toEqual([]);
    const copiers = Object.values(propertiesOf(template, 'AWS::Lambda::Function', 'CustomCDKBucketDeployment'));
    expect(copiers.map(({ Layers }) => Layers)).toEqual([[{ Ref: layer }]]);
  });

  test('gets its grants before it copies', () => {
    const [grants] = Object.keys(propertiesOf(template, 'AWS::IAM::Policy', 'DashboardDeploymentGrants'));
    for (const [, { DependsOn }] of deployments) expect(DependsOn).toContain(grants);
  });

  test('lets browsers cache files with a hash in their name forever', () => {
    expect(assets?.Properties).toMatchObject({
      Exclude: ['*'],
      Include: ['assets/*'],
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
  });

  test('has everything else revalidated, and copies the page after the files it refers to', () => {
    expect(pages?.Properties).toMatchObject({
      Exclude: ['assets/*', 'docs/*.md'],
      SystemMetadata: { 'cache-control': 'no-cache' },
      DistributionId: { Ref: expect.stringMatching(/^DashboardDistribution/) },
      DistributionPaths: ['/index.html'],
    });
    expect(pages?.Properties.Include).toBeUndefined();
    expect(pages?.DependsOn).toEqual(expect.arrayContaining([assetsId, configId, documentsId]));
  });

  test('gives the documents in Markdown their type and character set, and has them revalidated', () => {
    expect(documents?.Properties).toMatchObject({
      Exclude: ['*'],
      Include: ['docs/*.md'],
      SystemMetadata: { 'cache-control': 'no-cache', 'content-type': 'text/markdown; charset=utf-8' },
    });
  });

  test('writes the addresses of API and user pool to a file that is never cached', () => {
    expect(config?.Properties.SystemMetadata).toEqual({ 'cache-control': 'no-store' });
    expect(config?.Properties.SourceMarkers).toEqual([
      {
        '<<marker:0xbaba:0>>': { 'Fn::Join': ['/', expect.anything()] },
        '<<marker:0xbaba:1>>': { Ref: 'ControlPlaneUserPoolD61A7814' },
        '<<marker:0xbaba:2>>': { Ref: 'ControlPlaneUserPoolClient42C22199' },
      },
    ]);
  });

  test('has exactly these grants: it deletes nothing', () => {
    const staged = { 'Fn::Sub': `cdk-hnb659fds-assets-\${AWS::AccountId}-\${AWS::Region}` };
    const distribution = { Ref: expect.stringMatching(/^DashboardDistribution/) };
    const distributionArn = {
      'Fn::Join': [
        '',
        ['arn:', { Ref: 'AWS::Partition' }, ':cloudfront::', { Ref: 'AWS::AccountId' }, ':distribution/', distribution],
      ],
    };
    const objects = { 'Fn::Join': ['', [arn(bucket), '/*']] };
    const [logs = ''] = Object.keys(propertiesOf(template, 'AWS::Logs::LogGroup', 'DashboardDeploymentLogs'));
    expect(grantsOf(template, 'SluiceFileCopier')).toEqual(ownLogs(logs));
    expect(grantsOfPolicy(template, 'DashboardDeploymentGrants')).toEqual([
      ['s3:GetObject', { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':s3:::', staged, '/*']] }],
      ['s3:ListBucket', arn(bucket)],
      ['s3:AbortMultipartUpload', objects],
      ['s3:PutObject', objects],
      ['cloudfront:CreateInvalidation', distributionArn],
      ['cloudfront:GetInvalidation', distributionArn],
    ]);
  });
});
