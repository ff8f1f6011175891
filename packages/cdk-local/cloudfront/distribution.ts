import type * as v from 'valibot';
import { readProperties, UnsupportedResourceError } from '../resource-properties.ts';
import { resolveReferences } from '../secrets-manager/dynamic-references.ts';
import type { Secrets } from '../template/secret-arns.ts';
import type { Resource, Template } from '../template/template.ts';
import { wildcards } from '../wildcards.ts';
import {
  type behaviorProperties,
  cachePolicyProperties,
  distributionProperties,
  originAccessControlProperties,
  type originProperties,
} from './distribution-properties.ts';
import type { Encodings } from './edge-compression.ts';
import { type EdgeFunction, readEdgeFunction } from './edge-function.ts';
import { type PolicyHeader, readResponseHeaders } from './response-headers-policy.ts';

/** A distribution of the template with its behaviours. */
export type Distribution = {
  readonly id: string;
  /** The object that `/` returns; empty if there is none. */
  readonly rootObject: string;
  /** In order of precedence; the last one matches every path. */
  readonly behaviors: readonly PathBehavior[];
};

/** The behaviour for some paths. */
export type PathBehavior = Behavior & { readonly covers: (path: string) => boolean };

/**
 * Reads an AWS::CloudFront::Distribution with its origins, policies and functions.
 * @param secrets values of dynamic references in the headers of its origins
 * @throws {UnsupportedResourceError} for anything that would change behaviour and is not emulated
 */
export function readDistribution(template: Template, resource: Resource, secrets: Secrets): Distribution {
  const { DistributionConfig: config } = readProperties(resource, distributionProperties);
  const context = { template, distribution: resource, origins: config.Origins, secrets };
  return {
    id: resource.ref,
    rootObject: config.DefaultRootObject,
    behaviors: [
      ...config.CacheBehaviors.map(({ PathPattern, ...behavior }) => ({
        ...readBehavior(behavior, context),
        covers: pathPattern(PathPattern),
      })),
      { ...readBehavior(config.DefaultCacheBehavior, context), covers: () => true },
    ],
  };
}

/** CloudFront Developer Guide, "Path pattern": case-sensitive, and the leading slash is optional. */
function pathPattern(pattern: string): PathBehavior['covers'] {
  const matcher = wildcards(pattern.startsWith('/') ? pattern : `/${pattern}`);
  return (path) => matcher.test(path);
}

/** How a distribution handles a request. */
type Behavior = {
  readonly methods: readonly string[];
  readonly origin: Origin;
  readonly viewerRequest: EdgeFunction | undefined;
  readonly encodings: Encodings;
  readonly headers: readonly PolicyHeader[];
};

type BehaviorProperties = v.InferOutput<typeof behaviorProperties>;

type BehaviorContext = {
  readonly template: Template;
  readonly distribution: Resource;
  readonly origins: readonly OriginProperties[];
  readonly secrets: Secrets;
};

/** Reads a behaviour. @throws {UnsupportedResourceError} */
function readBehavior(properties: BehaviorProperties, context: BehaviorContext): Behavior {
  const { distribution } = context;
  const [association] = properties.FunctionAssociations;
  const edgeFunction = association && find(context, 'AWS::CloudFront::Function', association.FunctionARN);
  const policyId = properties.ResponseHeadersPolicyId;
  const headers =
    policyId === undefined ? undefined : find(context, 'AWS::CloudFront::ResponseHeadersPolicy', policyId);
  const target = context.origins.find(({ Id }) => Id === properties.TargetOriginId);
  if (!target) throw new UnsupportedResourceError(distribution, `there is no origin ${properties.TargetOriginId}`);
  return {
    methods: properties.AllowedMethods,
    origin: readOrigin(target, properties.OriginRequestPolicyId, context),
    viewerRequest: edgeFunction && readEdgeFunction(edgeFunction, distribution.ref),
    encodings: readEncodings(properties, context),
    headers: headers ? readResponseHeaders(headers) : [],
  };
}

function find({ template, distribution }: BehaviorContext, type: string, ref: string): Resource {
  const found = template.ofType(type).find((resource) => resource.ref === ref);
  if (found) return found;
  throw new UnsupportedResourceError(
    distribution,
    `the template has no ${type} ${ref}, and no managed one is emulated`,
  );
}

/** The managed cache policy CachingDisabled (CloudFront Developer Guide, "Use managed cache policies"). */
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

function readEncodings({ CachePolicyId, Compress }: BehaviorProperties, context: BehaviorContext): Encodings {
  if (CachePolicyId === cachingDisabled) return { brotli: false, gzip: false };
  const policy = find(context, 'AWS::CloudFront::CachePolicy', CachePolicyId);
  const { CachePolicyConfig } = readProperties(policy, cachePolicyProperties);
  const { EnableAcceptEncodingBrotli, EnableAcceptEncodingGzip } =
    CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin;
  return { brotli: Compress && EnableAcceptEncodingBrotli, gzip: Compress && EnableAcceptEncodingGzip };
}

/** A bucket of the template, or the address of one of its HTTP APIs and the headers that CloudFront adds. */
export type Origin =
  | { readonly bucket: string }
  | { readonly apiUrl: string; readonly headers: Readonly<Record<string, string>> };

type OriginProperties = v.InferOutput<typeof originProperties>;

/** CloudFront Developer Guide, "Use managed origin request policies". */
const allViewerExceptHostHeader = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** Finds an origin among the template's buckets and HTTP APIs. @throws {UnsupportedResourceError} */
function readOrigin(
  { DomainName, OriginAccessControlId, OriginCustomHeaders, S3OriginConfig }: OriginProperties,
  requestPolicy: string | undefined,
  { template, distribution, secrets }: BehaviorContext,
): Origin {
  const refuse = (problem: string): never => {
    throw new UnsupportedResourceError(distribution, `the origin ${DomainName}: ${problem}`);
  };
  if (!S3OriginConfig) {
    const apiUrl = addressOf(DomainName, template) ?? refuse('is neither a bucket nor an HTTP API of the template');
    if (requestPolicy === allViewerExceptHostHeader)
      return { apiUrl, headers: headersOf(OriginCustomHeaders, secrets) };
    return refuse('only the managed origin request policy AllViewerExceptHostHeader is emulated for an HTTP API');
  }
  if (requestPolicy !== undefined) return refuse('an origin request policy is not emulated for a bucket');
  if (OriginCustomHeaders.length > 0) return refuse('headers for a bucket are not emulated');
  const bucket = template.ofType('AWS::S3::Bucket').find((it) => it.attributes.RegionalDomainName === DomainName);
  const control = template
    .ofType('AWS::CloudFront::OriginAccessControl')
    .find((it) => it.ref === OriginAccessControlId);
  if (!bucket) return refuse('is not a bucket of the template');
  if (!control) return refuse('only an origin access control can reach a private bucket');
  readProperties(control, originAccessControlProperties);
  return { bucket: bucket.ref };
}

const headersOf = (headers: OriginProperties['OriginCustomHeaders'], secrets: Secrets): Record<string, string> =>
  Object.fromEntries(
    headers.map(({ HeaderName, HeaderValue }) => [HeaderName.toLowerCase(), resolveReferences(HeaderValue, secrets)]),
  );

const addressOf = (domainName: string, template: Template): string | undefined =>
  template
    .ofType('AWS::ApiGatewayV2::Api')
    .map(({ attributes }) => attributes.ApiEndpoint)
    .find((address) => address !== undefined && new URL(address).host === domainName);
