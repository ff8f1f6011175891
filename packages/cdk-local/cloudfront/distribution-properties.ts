import * as v from 'valibot';
import { withoutLocalEffect } from '../resource-properties.ts';

const yesOrNo = v.optional(v.boolean(), false);
const only = <T extends string | boolean | number>(value: T) => v.literal(value, `only ${String(value)} is emulated`);
const nothingOf = <T extends string>(behavior: T) => v.strictObject({ [behavior]: only('none') });

const association = v.strictObject({ EventType: only('viewer-request'), FunctionARN: v.string() });

// Defaults as CloudFormation documents them for AWS::CloudFront::Distribution CacheBehavior.
const behavior = {
  AllowedMethods: v.optional(v.array(v.string()), ['GET', 'HEAD']),
  CachePolicyId: v.string(),
  Compress: yesOrNo,
  FunctionAssociations: v.optional(v.pipe(v.array(association), v.maxLength(1, 'only one is emulated')), []),
  OriginRequestPolicyId: v.optional(v.string()),
  ResponseHeadersPolicyId: v.optional(v.string()),
  TargetOriginId: v.string(),
  // Nothing is cached, and there is no TLS locally to redirect to.
  CachedMethods: withoutLocalEffect,
  ViewerProtocolPolicy: withoutLocalEffect,
};

export const behaviorProperties = v.strictObject(behavior);

export const originProperties = v.strictObject({
  Id: v.string(),
  DomainName: v.string(),
  OriginAccessControlId: v.optional(v.string()),
  OriginCustomHeaders: v.optional(v.array(v.strictObject({ HeaderName: v.string(), HeaderValue: v.string() })), []),
  S3OriginConfig: v.optional(v.strictObject({ OriginAccessIdentity: only('') })),
  // How CloudFront reaches it across the Internet.
  CustomOriginConfig: withoutLocalEffect,
});

// How long CloudFront caches errors. A replacement for the origin's answer is not emulated.
const errorCaching = v.strictObject({ ErrorCode: v.number(), ErrorCachingMinTTL: withoutLocalEffect });

export const distributionProperties = v.strictObject({
  DistributionConfig: v.strictObject({
    CacheBehaviors: v.optional(v.array(v.strictObject({ ...behavior, PathPattern: v.string() })), []),
    CustomErrorResponses: v.optional(v.array(errorCaching)),
    DefaultCacheBehavior: behaviorProperties,
    DefaultRootObject: v.optional(v.string(), ''),
    Enabled: only(true),
    Origins: v.array(originProperties),
    // Its name, and how and from where viewers reach it.
    Comment: withoutLocalEffect,
    HttpVersion: withoutLocalEffect,
    IPV6Enabled: withoutLocalEffect,
    PriceClass: withoutLocalEffect,
  }),
  Tags: withoutLocalEffect,
});

export const functionProperties = v.strictObject({
  AutoPublish: only(true),
  FunctionCode: v.string(),
  FunctionConfig: v.strictObject({ Runtime: only('cloudfront-js-2.0'), Comment: withoutLocalEffect }),
  Name: withoutLocalEffect,
});

export const cachePolicyProperties = v.strictObject({
  CachePolicyConfig: v.strictObject({
    ParametersInCacheKeyAndForwardedToOrigin: v.strictObject({
      EnableAcceptEncodingBrotli: yesOrNo,
      EnableAcceptEncodingGzip: v.boolean(),
      CookiesConfig: nothingOf('CookieBehavior'),
      HeadersConfig: nothingOf('HeaderBehavior'),
      QueryStringsConfig: nothingOf('QueryStringBehavior'),
    }),
    // Every request is answered as if it were the first: nothing is cached.
    DefaultTTL: withoutLocalEffect,
    MaxTTL: withoutLocalEffect,
    MinTTL: withoutLocalEffect,
    Comment: withoutLocalEffect,
    Name: withoutLocalEffect,
  }),
});

export const originAccessControlProperties = v.strictObject({
  OriginAccessControlConfig: v.strictObject({
    OriginAccessControlOriginType: only('s3'),
    SigningBehavior: only('always'),
    SigningProtocol: only('sigv4'),
    Description: withoutLocalEffect,
    Name: withoutLocalEffect,
  }),
});

const Override = v.boolean();

export const responseHeadersPolicyProperties = v.strictObject({
  ResponseHeadersPolicyConfig: v.strictObject({
    CustomHeadersConfig: v.optional(
      v.strictObject({ Items: v.array(v.strictObject({ Header: v.string(), Value: v.string(), Override })) }),
    ),
    SecurityHeadersConfig: v.optional(
      v.strictObject({
        ContentSecurityPolicy: v.optional(v.strictObject({ ContentSecurityPolicy: v.string(), Override })),
        ContentTypeOptions: v.optional(v.strictObject({ Override })),
        FrameOptions: v.optional(v.strictObject({ FrameOption: v.string(), Override })),
        ReferrerPolicy: v.optional(v.strictObject({ ReferrerPolicy: v.string(), Override })),
        StrictTransportSecurity: v.optional(
          v.strictObject({
            AccessControlMaxAgeSec: v.number(),
            IncludeSubdomains: yesOrNo,
            Preload: yesOrNo,
            Override,
          }),
        ),
      }),
      {},
    ),
    Comment: withoutLocalEffect,
    Name: withoutLocalEffect,
  }),
});
