import { describe, expect, test } from '@jest/globals';
import { readResponseHeaders, withPolicyHeaders } from '../../cloudfront/response-headers-policy.ts';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import { templateWith } from '../template/template-file.ts';

const read = (config: object) => {
  const Properties = { ResponseHeadersPolicyConfig: { Name: 'headers', ...config } };
  const template = templateWith({ Headers: { Type: 'AWS::CloudFront::ResponseHeadersPolicy', Properties } });
  return readResponseHeaders(template.get('Headers'));
};

const security = {
  ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'none'", Override: true },
  ContentTypeOptions: { Override: true },
  FrameOptions: { FrameOption: 'DENY', Override: true },
  ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: false },
  StrictTransportSecurity: { AccessControlMaxAgeSec: 60, IncludeSubdomains: true, Override: true },
};

const answer = (headers: Record<string, string>) => ({
  status: 200,
  headers: new Headers(headers),
  body: Buffer.alloc(0),
});

describe('a response headers policy', () => {
  test('puts its headers on an answer', () => {
    const custom = { Items: [{ Header: 'Permissions-Policy', Value: 'usb=()', Override: true }] };
    const policy = read({ SecurityHeadersConfig: security, CustomHeadersConfig: custom });
    expect(Object.fromEntries(withPolicyHeaders(policy, answer({ etag: '"1"' })).headers)).toEqual({
      etag: '"1"',
      'content-security-policy': "default-src 'none'",
      'permissions-policy': 'usb=()',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=60; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  test('replaces what the origin sent where it says so, and only there', () => {
    const sent = { 'x-frame-options': 'SAMEORIGIN', 'referrer-policy': 'origin' };
    const { headers } = withPolicyHeaders(read({ SecurityHeadersConfig: security }), answer(sent));
    expect([headers.get('x-frame-options'), headers.get('referrer-policy')]).toEqual(['DENY', 'origin']);
  });

  test.each([
    [{ AccessControlMaxAgeSec: 1, Override: true }, 'max-age=1'],
    [
      { AccessControlMaxAgeSec: 1, Preload: true, IncludeSubdomains: true, Override: true },
      'max-age=1; includeSubDomains; preload',
    ],
  ])('writes HSTS %j', (StrictTransportSecurity, value) => {
    expect(read({ SecurityHeadersConfig: { StrictTransportSecurity } })).toEqual([
      { name: 'strict-transport-security', value, override: true },
    ]);
  });

  test.each([
    ['CORS', { CorsConfig: {} }, 'CorsConfig'],
    ['headers to remove', { RemoveHeadersConfig: { Items: [] } }, 'RemoveHeadersConfig'],
    ['XSS protection', { SecurityHeadersConfig: { XSSProtection: {} } }, 'XSSProtection'],
  ])('with %s is refused', (_, config, message) => {
    expect(() => read(config)).toThrow(UnsupportedResourceError);
    expect(() => read(config)).toThrow(message);
  });
});
