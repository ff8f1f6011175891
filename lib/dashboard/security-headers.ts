import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { globalName, type Stage } from '../instance/stage.ts';

const override = true;

/**
 * The security headers of every answer of the dashboard.
 * @param connectTo the other origins that the dashboard's script calls
 */
export class SecurityHeaders extends ResponseHeadersPolicy {
  constructor(scope: Construct, id: string, stage: Stage, connectTo: readonly string[]) {
    super(scope, id, {
      responseHeadersPolicyName: globalName(scope, stage),
      comment: "The dashboard's security headers",
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(connectTo), override },
        // Not preloaded: that is the choice of the domain's owner, and hard to undo.
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

// Only the dashboard's own files and the given origins. Without upgrade-insecure-requests: it adds nothing to HSTS, and
// the local runtime serves the same headers over plain HTTP.
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
