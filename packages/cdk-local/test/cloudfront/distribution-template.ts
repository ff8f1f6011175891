import type { Template } from '../../template/template.ts';
import { templateOf, testLocation } from '../template/template-file.ts';

type Changes = { readonly config?: object; readonly page?: object; readonly api?: object; readonly more?: object };

const getAtt = (id: string, attribute: string) => ({ 'Fn::GetAtt': [id, attribute] });

const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHostHeader = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** A template with a distribution like the stack's: a bucket and, under /v1, an HTTP API that listens at `apiUrl`. */
export function distributionTemplate(changes: Changes = {}, apiUrl = 'http://127.0.0.1:9'): Template {
  const Resources = { ...parts, ...changes.more, Distribution: distribution(changes) };
  return templateOf({ Resources }, { ...testLocation, apiEndpoints: { Api: apiUrl } });
}

const none = { CookiesConfig: { CookieBehavior: 'none' }, HeadersConfig: { HeaderBehavior: 'none' } };

const parts = {
  Proof: { Type: 'AWS::SecretsManager::Secret', Properties: {} },
  Files: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'files' } },
  Api: { Type: 'AWS::ApiGatewayV2::Api' },
  Control: {
    Type: 'AWS::CloudFront::OriginAccessControl',
    Properties: {
      OriginAccessControlConfig: {
        Name: 'control',
        OriginAccessControlOriginType: 's3',
        SigningBehavior: 'always',
        SigningProtocol: 'sigv4',
      },
    },
  },
  Cache: {
    Type: 'AWS::CloudFront::CachePolicy',
    Properties: {
      CachePolicyConfig: {
        Name: 'cache',
        MinTTL: 0,
        ParametersInCacheKeyAndForwardedToOrigin: {
          ...none,
          QueryStringsConfig: { QueryStringBehavior: 'none' },
          EnableAcceptEncodingBrotli: true,
          EnableAcceptEncodingGzip: true,
        },
      },
    },
  },
  Headers: {
    Type: 'AWS::CloudFront::ResponseHeadersPolicy',
    Properties: {
      ResponseHeadersPolicyConfig: {
        Name: 'headers',
        SecurityHeadersConfig: { FrameOptions: { FrameOption: 'DENY', Override: true } },
      },
    },
  },
  Fallback: {
    Type: 'AWS::CloudFront::Function',
    Properties: {
      AutoPublish: true,
      Name: 'fallback',
      FunctionConfig: { Runtime: 'cloudfront-js-2.0', Comment: '' },
      FunctionCode:
        'function handler(event) { var r = event.request; if (r.uri.indexOf(".") < 0) r.uri = "/index.html"; return r; }',
    },
  },
};

/** As `unsafeUnwrap` of the CDK writes it. */
const valueOfProof = {
  'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: 'Proof' }, ':SecretString:::}}']],
};

const distribution = ({ config, page, api }: Changes) => ({
  Type: 'AWS::CloudFront::Distribution',
  Properties: {
    DistributionConfig: {
      Enabled: true,
      DefaultRootObject: 'index.html',
      Origins: [
        {
          Id: 'files',
          DomainName: getAtt('Files', 'RegionalDomainName'),
          OriginAccessControlId: getAtt('Control', 'Id'),
          S3OriginConfig: { OriginAccessIdentity: '' },
        },
        {
          Id: 'api',
          DomainName: { 'Fn::Select': [2, { 'Fn::Split': ['/', getAtt('Api', 'ApiEndpoint')] }] },
          CustomOriginConfig: { OriginProtocolPolicy: 'https-only' },
          OriginCustomHeaders: [{ HeaderName: 'X-Proof', HeaderValue: valueOfProof }],
        },
      ],
      DefaultCacheBehavior: {
        TargetOriginId: 'files',
        ViewerProtocolPolicy: 'redirect-to-https',
        CachePolicyId: { Ref: 'Cache' },
        Compress: true,
        ResponseHeadersPolicyId: { Ref: 'Headers' },
        FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: getAtt('Fallback', 'FunctionARN') }],
        ...page,
      },
      CacheBehaviors: [
        {
          PathPattern: '/v1/*',
          TargetOriginId: 'api',
          ViewerProtocolPolicy: 'https-only',
          AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
          CachePolicyId: cachingDisabled,
          OriginRequestPolicyId: allViewerExceptHostHeader,
          ResponseHeadersPolicyId: { Ref: 'Headers' },
          ...api,
        },
      ],
      ...config,
    },
  },
});
