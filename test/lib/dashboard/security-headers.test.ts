import { describe, expect, test } from '@jest/globals';
import { stageNames, templateOf } from '../synthesis.ts';

const part = (index: number) => ({
  'Fn::Select': [index, { 'Fn::Split': ['/', { 'Fn::GetAtt': ['ControlPlaneUserPoolD61A7814', 'ProviderURL'] }] }],
});

describe.each(stageNames)('the security headers of %s', (stageName) => {
  const [policy, ...others] = Object.values(
    templateOf(stageName).findResources('AWS::CloudFront::ResponseHeadersPolicy'),
  );
  const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } =
    policy?.Properties.ResponseHeadersPolicyConfig ?? {};

  test('are one policy', () => {
    expect(others).toEqual([]);
  });

  test('allow a page only its own files, and calls to its own origin, the RPC API and the user pool', () => {
    expect(security.ContentSecurityPolicy).toEqual({
      ContentSecurityPolicy: {
        'Fn::Join': [
          '',
          [
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self' ",
            { 'Fn::GetAtt': ['DataPlaneApiHttpApiFD3F4495', 'ApiEndpoint'] },
            ' ',
            { 'Fn::Join': ['/', [part(0), '', part(2)]] },
            "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          ],
        ],
      },
      Override: true,
    });
  });

  test('keep browsers to HTTPS for two years', () => {
    expect(security.StrictTransportSecurity).toEqual({
      AccessControlMaxAgeSec: 2 * 365 * 24 * 60 * 60,
      IncludeSubdomains: true,
      Override: true,
    });
  });

  test('forbid frames, content sniffing and referrers', () => {
    expect(security).toMatchObject({
      FrameOptions: { FrameOption: 'DENY', Override: true },
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
    });
  });

  test('isolate the window from other pages, and disable unused browser features', () => {
    expect(custom.Items).toEqual([
      { Header: 'Cross-Origin-Opener-Policy', Value: 'same-origin', Override: true },
      { Header: 'Permissions-Policy', Value: expect.stringMatching(/^camera=\(\), .*usb=\(\)$/), Override: true },
    ]);
  });
});
