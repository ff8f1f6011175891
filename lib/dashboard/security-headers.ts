import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

const override = true;

/**
 * What every answer of the dashboard forbids the browser to do.
 * @param connectTo origins that the dashboard's script calls beside its own
 */
export class SecurityHeaders extends ResponseHeadersPolicy {
  constructor(scope: Construct, id: string, connectTo: readonly string[]) {
    super(scope, id, {
      comment: "The dashboard's security headers",
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(connectTo), override },
        // Not preloaded: the list is for the owners of a domain, and nobody leaves it quickly.
        strictTransportSecurity: { accessControlMaxAge: Duration.days(2 * 365), includeSubdomains: true, override },
        contentTypeOptions: { override },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
      },
      customHeadersBehavior: {
        customHeaders: [
          { header: 'Cross-Origin-Opener-Policy', value: 'same-origin', override },
          { header: 'Permissions-Policy', value: permissionsPolicy, override },
        ],
      },
    });
  }
}

// The dashboard's own files and the addresses it is told, nothing else. upgrade-insecure-requests is left out: it adds
// nothing to HSTS, and the local runtime serves the same headers over plain HTTP.
const contentSecurityPolicy = (connectTo: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectTo].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const unused = ['camera', 'clipboard-read', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];
const permissionsPolicy = unused.map((feature) => `${feature}=()`).join(', ');
