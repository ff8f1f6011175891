import type * as v from 'valibot';
import { readProperties, UnsupportedResourceError } from '../properties.ts';
import type { Resource, Template } from '../template/template.ts';
import type { Encodings } from './compression.ts';
import { type EdgeFunction, readEdgeFunction } from './edge-function.ts';
import { type Origin, type OriginProperties, readOrigin } from './origin.ts';
import { type behaviorProperties, cachePolicyProperties } from './properties.ts';
import { type PolicyHeader, readResponseHeaders } from './response-headers.ts';

/** What a distribution does with a request. */
export type Behavior = {
  readonly methods: readonly string[];
  readonly origin: Origin;
  readonly viewerRequest: EdgeFunction | undefined;
  /** Whether CloudFront would keep answers, and so compares what a viewer has already. */
  readonly caches: boolean;
  readonly encodings: Encodings;
  readonly headers: readonly PolicyHeader[];
};

export type BehaviorProperties = v.InferOutput<typeof behaviorProperties>;

export type BehaviorContext = {
  readonly template: Template;
  readonly distribution: Resource;
  readonly origins: readonly OriginProperties[];
};

/** Reads a behaviour. @throws {UnsupportedResourceError} */
export function readBehavior(properties: BehaviorProperties, context: BehaviorContext): Behavior {
  const { template, distribution } = context;
  const [association] = properties.FunctionAssociations;
  const edgeFunction = association && find(context, 'AWS::CloudFront::Function', association.FunctionARN);
  const policyId = properties.ResponseHeadersPolicyId;
  const headers =
    policyId === undefined ? undefined : find(context, 'AWS::CloudFront::ResponseHeadersPolicy', policyId);
  const target = context.origins.find(({ Id }) => Id === properties.TargetOriginId);
  if (!target) throw new UnsupportedResourceError(distribution, `there is no origin ${properties.TargetOriginId}`);
  return {
    methods: properties.AllowedMethods,
    origin: readOrigin(target, properties.OriginRequestPolicyId, template, distribution),
    viewerRequest: edgeFunction && readEdgeFunction(edgeFunction, distribution.ref),
    ...readCaching(properties, context),
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

function readCaching({ CachePolicyId, Compress }: BehaviorProperties, context: BehaviorContext) {
  if (CachePolicyId === cachingDisabled) return { caches: false, encodings: { brotli: false, gzip: false } };
  const policy = find(context, 'AWS::CloudFront::CachePolicy', CachePolicyId);
  const { CachePolicyConfig } = readProperties(policy, cachePolicyProperties);
  const { EnableAcceptEncodingBrotli, EnableAcceptEncodingGzip } =
    CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin;
  const encodings = { brotli: Compress && EnableAcceptEncodingBrotli, gzip: Compress && EnableAcceptEncodingGzip };
  return { caches: true, encodings };
}
