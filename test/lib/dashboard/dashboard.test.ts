import { describe, expect, test } from '@jest/globals';
import { originHeader } from '../../../src/environment.ts';
import { stageNames, templateOf } from '../synthesis.ts';

const api = { 'Fn::GetAtt': ['ControlPlaneManagementApiHttpApi6C77F03C', 'ApiEndpoint'] };

describe.each(stageNames)('the dashboard of %s', (stageName) => {
  const template = templateOf(stageName);
  const found = (type: string) => Object.entries(template.findResources(type));
  const [[distributionId, distribution] = [], ...others] = found('AWS::CloudFront::Distribution');
  const config = distribution?.Properties.DistributionConfig;
  const [headersId] = Object.keys(template.findResources('AWS::CloudFront::ResponseHeadersPolicy'));
  const [bucketId] = Object.keys(template.findResources('AWS::S3::Bucket')).filter((id) => id.startsWith('Dashboard'));
  const bucket = template.findResources('AWS::S3::Bucket')[bucketId ?? ''];
  const [files, management] = config.Origins;

  test('is one distribution with two origins: its files, and under /v1 and /by-token the management API', () => {
    expect(others).toEqual([]);
    expect(config.Origins).toHaveLength(2);
    expect(config.DefaultCacheBehavior.TargetOriginId).toBe(files.Id);
    expect(config.CacheBehaviors).toEqual([
      expect.objectContaining({ PathPattern: '/v1/*', TargetOriginId: management.Id }),
      expect.objectContaining({ PathPattern: '/by-token/*', TargetOriginId: management.Id }),
    ]);
  });

  test('reads its files as itself, which only the distribution can', () => {
    const [[controlId, control] = [], ...furtherControls] = found('AWS::CloudFront::OriginAccessControl');
    expect(furtherControls).toEqual([]);
    expect(control?.Properties.OriginAccessControlConfig).toMatchObject({
      OriginAccessControlOriginType: 's3',
      SigningBehavior: 'always',
      SigningProtocol: 'sigv4',
    });
    expect(files).toMatchObject({
      DomainName: { 'Fn::GetAtt': [bucketId, 'RegionalDomainName'] },
      OriginAccessControlId: { 'Fn::GetAtt': [controlId, 'Id'] },
      S3OriginConfig: { OriginAccessIdentity: '' },
    });
  });

  test('keeps its files in a bucket that is private and encrypted', () => {
    expect(bucket?.Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(bucket?.Properties.BucketEncryption.ServerSideEncryptionConfiguration).toHaveLength(1);
    expect(bucket?.Properties.WebsiteConfiguration).toBeUndefined();
    expect(bucket?.DeletionPolicy).toBe(stageName === 'prod' ? 'Retain' : 'Delete');
  });

  test('lets nobody but this distribution read the bucket, and nobody at all without TLS', () => {
    const policies = found('AWS::S3::BucketPolicy').filter(([, { Properties }]) => Properties.Bucket.Ref === bucketId);
    expect(policies).toHaveLength(1);
    const arn = ['arn:', { Ref: 'AWS::Partition' }, ':cloudfront::', { Ref: 'AWS::AccountId' }, ':distribution/'];
    expect(policies[0]?.[1].Properties.PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      {
        Effect: 'Allow',
        Action: 's3:GetObject',
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': [bucketId, 'Arn'] }, '/*']] },
        Condition: { StringEquals: { 'AWS:SourceArn': { 'Fn::Join': ['', [...arn, { Ref: distributionId }]] } } },
      },
    ]);
  });

  test('hands every method on to the management API over TLS 1.2, with all headers but the host, and keeps no answer', () => {
    expect(management).toMatchObject({
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
      DomainName: { 'Fn::Select': [0, { 'Fn::Split': ['/', { 'Fn::Select': [1, { 'Fn::Split': ['//', api] }] }] }] },
    });
    expect(config.CacheBehaviors[0]).toMatchObject({
      AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
      // The managed policies CachingDisabled and AllViewerExceptHostHeader.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    });
  });

  test('proves to the management API that a request came through it, by a secret that no template contains', () => {
    const [id] = Object.keys(template.findResources('AWS::SecretsManager::Secret')).filter((it) =>
      it.includes('Origin'),
    );
    const reference = ['{{resolve:secretsmanager:', { Ref: id }, ':SecretString:::}}'];
    expect(management.OriginCustomHeaders).toEqual([
      { HeaderName: originHeader, HeaderValue: { 'Fn::Join': ['', reference] } },
    ]);
    expect(files.OriginCustomHeaders).toBeUndefined();
  });

  test('is served by HTTPS alone: pages are redirected, calls are not', () => {
    expect(config.DefaultCacheBehavior.ViewerProtocolPolicy).toBe('redirect-to-https');
    expect(config.CacheBehaviors[0].ViewerProtocolPolicy).toBe('https-only');
  });

  test('gives every answer the security headers', () => {
    for (const behavior of [config.DefaultCacheBehavior, ...config.CacheBehaviors]) {
      expect(behavior.ResponseHeadersPolicyId).toEqual({ Ref: headersId });
    }
  });

  test('looks for a page where no file is named, and leaves calls of the API alone', () => {
    const [[functionId, edgeFunction] = [], ...furtherFunctions] = found('AWS::CloudFront::Function');
    expect(furtherFunctions).toEqual([]);
    expect(edgeFunction?.Properties.FunctionConfig.Runtime).toBe('cloudfront-js-2.0');
    expect(config.DefaultCacheBehavior.FunctionAssociations).toEqual([
      { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': [functionId, 'FunctionARN'] } },
    ]);
    expect(config.CacheBehaviors[0].FunctionAssociations).toBeUndefined();
    expect(config.DefaultRootObject).toBe('index.html');
  });

  test('keeps a file at the edge for as long as the file says, and compresses it', () => {
    const [[cachePolicyId, cachePolicy] = []] = found('AWS::CloudFront::CachePolicy');
    expect(config.DefaultCacheBehavior).toMatchObject({ CachePolicyId: { Ref: cachePolicyId }, Compress: true });
    expect(cachePolicy?.Properties.CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 365 * 24 * 60 * 60,
      ParametersInCacheKeyAndForwardedToOrigin: { EnableAcceptEncodingBrotli: true, EnableAcceptEncodingGzip: true },
    });
  });

  test('keeps no error at the edge, where one customer’s would be everybody’s, and replaces none', () => {
    expect(config.CustomErrorResponses).toEqual(
      [404, 414, 500, 501, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
  });

  test('speaks HTTP/2 and HTTP/3, from wherever the stage pays for', () => {
    expect(config.HttpVersion).toBe('http2and3');
    expect(config.PriceClass).toBe(stageName === 'prod' ? 'PriceClass_All' : 'PriceClass_100');
  });
});

describe('a firewall before the management API', () => {
  const webAcl = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/sluice/11111111-2222-3333-4444-555555555555';
  const aclOf = (settings: { readonly webAcl?: string }) =>
    Object.values(templateOf('prod', { settings }).findResources('AWS::CloudFront::Distribution')).map(
      ({ Properties }) => Properties.DistributionConfig.WebACLId,
    );

  test('is the web ACL of the settings, and by default none', () => {
    expect(aclOf({ webAcl })).toEqual([webAcl]);
    expect(aclOf({})).toEqual([undefined]);
  });
});
