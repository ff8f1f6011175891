import type * as v from 'valibot';
import { readProperties } from '../resource-properties.ts';
import type { Resource } from '../template/template.ts';
import { responseHeadersPolicyProperties } from './distribution-properties.ts';
import type { EdgeAnswer } from './edge-answer.ts';

/** A header that a response headers policy adds to answers; without `override`, only if the origin sent none. */
export type PolicyHeader = { readonly name: string; readonly value: string; readonly override: boolean };

type Config = v.InferOutput<typeof responseHeadersPolicyProperties>['ResponseHeadersPolicyConfig'];
type Hsts = NonNullable<Config['SecurityHeadersConfig']['StrictTransportSecurity']>;

/**
 * The headers of an AWS::CloudFront::ResponseHeadersPolicy.
 * @throws {UnsupportedResourceError} for CORS, Server-Timing and headers to remove, which are not emulated
 */
export function readResponseHeaders(policy: Resource): PolicyHeader[] {
  const { ResponseHeadersPolicyConfig } = readProperties(policy, responseHeadersPolicyProperties);
  const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = ResponseHeadersPolicyConfig;
  const csp = security.ContentSecurityPolicy;
  const hsts = security.StrictTransportSecurity;
  return [
    ...header('content-security-policy', csp, csp?.ContentSecurityPolicy),
    ...header('strict-transport-security', hsts, hsts && hstsValue(hsts)),
    ...header('x-content-type-options', security.ContentTypeOptions, 'nosniff'),
    ...header('x-frame-options', security.FrameOptions, security.FrameOptions?.FrameOption),
    ...header('referrer-policy', security.ReferrerPolicy, security.ReferrerPolicy?.ReferrerPolicy),
    ...(custom?.Items ?? []).flatMap((item) => header(item.Header.toLowerCase(), item, item.Value)),
  ];
}

const header = (name: string, given: { Override: boolean } | undefined, value: string | undefined): PolicyHeader[] =>
  given && value !== undefined ? [{ name, value, override: given.Override }] : [];

const hstsValue = ({ AccessControlMaxAgeSec, IncludeSubdomains, Preload }: Hsts): string =>
  [`max-age=${AccessControlMaxAgeSec}`, IncludeSubdomains && 'includeSubDomains', Preload && 'preload']
    .filter(Boolean)
    .join('; ');

/** Adds the headers of a policy to an answer. */
export function withPolicyHeaders(policy: readonly PolicyHeader[], answer: EdgeAnswer): EdgeAnswer {
  const headers = new Headers(answer.headers);
  for (const { name, value, override } of policy) if (override || !headers.has(name)) headers.set(name, value);
  return { ...answer, headers };
}
