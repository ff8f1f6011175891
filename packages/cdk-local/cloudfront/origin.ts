import type * as v from 'valibot';
import { readProperties, UnsupportedResourceError } from '../properties.ts';
import type { Resource, Template } from '../template/template.ts';
import { originAccessControlProperties, type originProperties } from './properties.ts';

/** Where requests go: to a bucket of the template, or to the address of an HTTP API of it. */
export type Origin = { readonly bucket: string } | { readonly apiUrl: string };

export type OriginProperties = v.InferOutput<typeof originProperties>;

/** CloudFront Developer Guide, "Use managed origin request policies". */
const allViewerExceptHostHeader = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** Finds an origin among the template's buckets and HTTP APIs. @throws {UnsupportedResourceError} */
export function readOrigin(
  { DomainName, OriginAccessControlId, S3OriginConfig }: OriginProperties,
  requestPolicy: string | undefined,
  template: Template,
  distribution: Resource,
): Origin {
  const refuse = (problem: string): never => {
    throw new UnsupportedResourceError(distribution, `the origin ${DomainName}: ${problem}`);
  };
  if (!S3OriginConfig) {
    const apiUrl = addressOf(DomainName, template) ?? refuse('is no bucket and no HTTP API of the template');
    if (requestPolicy === allViewerExceptHostHeader) return { apiUrl };
    return refuse('only the managed origin request policy AllViewerExceptHostHeader is emulated for an HTTP API');
  }
  if (requestPolicy !== undefined) return refuse('an origin request policy is not emulated for a bucket');
  const bucket = template.ofType('AWS::S3::Bucket').find((it) => it.attributes.RegionalDomainName === DomainName);
  const control = template
    .ofType('AWS::CloudFront::OriginAccessControl')
    .find((it) => it.ref === OriginAccessControlId);
  if (!bucket) return refuse('is no bucket of the template');
  if (!control) return refuse('a private bucket is reached by an origin access control only');
  readProperties(control, originAccessControlProperties);
  return { bucket: bucket.ref };
}

const addressOf = (domainName: string, template: Template): string | undefined =>
  template
    .ofType('AWS::ApiGatewayV2::Api')
    .map(({ attributes }) => attributes.ApiEndpoint)
    .find((address) => address !== undefined && new URL(address).host === domainName);
