import { readFileSync } from 'node:fs';
import { Duration, Fn, Validations } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { Function as EdgeFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { originHeader } from '../../src/environment.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import type { CustomDomain } from '../domain/custom-domains.ts';
import { globalName, type Stage } from '../instance/stage.ts';
import type { EffectiveSettings } from '../settings/settings.ts';
import { Deployment, FileBucket } from './dashboard-files.ts';
import { logoOf } from './logo.ts';
import { SecurityHeaders } from './security-headers.ts';

export type DashboardProps = {
  readonly stage: Stage;
  readonly settings: EffectiveSettings;
  /** The folder of the built dashboard. */
  readonly folder: string;
  readonly controlPlane: Pick<ControlPlane, 'userPool' | 'api' | 'originSecret'>;
  /** The address of the RPC API, without a trailing slash. */
  readonly rpcUrl: string;
  /** Its custom domain name; by default it has CloudFront's. */
  readonly domain: CustomDomain | undefined;
};

/**
 * The customers' web app: its files from a private bucket and, under `/v1` and `/by-token`, the management API, on one origin. So it
 * needs no CORS, and the content security policy can list every address
 * (docs/decisions/0010-the-dashboard-and-its-api-share-an-origin.md).
 */
export class Dashboard extends Construct {
  /** Without a trailing slash. */
  readonly url: string;
  readonly distribution: cloudfront.Distribution;
  readonly files: IBucket;

  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const { stage, settings, folder, controlPlane, rpcUrl, domain } = props;
    const { endpoint, userPoolId, client } = controlPlane.userPool;
    const bucket = new FileBucket(this, 'Files', stage);
    this.files = bucket;
    const headers = new SecurityHeaders(this, 'SecurityHeaders', stage, [rpcUrl, endpoint]);
    const managementApi = fromApi(controlPlane, headers);
    const distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `sluice-${stage.instance}-dashboard`,
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: stage.priceClass,
      defaultBehavior: this.fromBucket(bucket, headers, stage, settings.service.security ?? settings.service.support),
      additionalBehaviors: { '/v1/*': managementApi, '/by-token/*': managementApi },
      errorResponses: uncachedErrors,
      ...(domain && withCustomDomain(domain)),
      ...(settings.webAcl !== undefined && { webAclId: settings.webAcl }),
    });
    this.distribution = distribution;
    Validations.of(distribution).acknowledge(...acknowledged, ...(domain ? [] : [lowestTls]));
    domain?.pointTo(new CloudFrontTarget(distribution), distribution.distributionDomainName, { ipv6: true });
    this.url = domain?.url ?? `https://${distribution.distributionDomainName}`;
    const { name, support, terms } = settings.service;
    const logo = settings.service.logo === undefined ? undefined : logoOf(settings.service.logo);
    const config = {
      apiUrl: '/',
      userPool: { endpoint, id: userPoolId, clientId: client.userPoolClientId },
      service: { name, support, terms, ...(logo && { logo: `/${logo.path}` }) },
      signUp: settings.signUp,
      statusPage: settings.statusPage,
    };
    new Deployment(this, 'Deployment', { stage, folder, logo, config, bucket, distribution });
  }

  private fromBucket(
    bucket: FileBucket,
    responseHeadersPolicy: SecurityHeaders,
    stage: Stage,
    securityContact: string | undefined,
  ): cloudfront.BehaviorOptions {
    const originAccessControlName = globalName(this, stage);
    const originAccessControl = new cloudfront.S3OriginAccessControl(this, 'FileAccess', { originAccessControlName });
    return {
      origin: S3BucketOrigin.withOriginAccessControl(bucket, { originAccessControl }),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: this.cacheControlPolicy(stage),
      responseHeadersPolicy,
      functionAssociations: [
        {
          function: new SpaFallback(this, 'SpaFallback', globalName(this, stage), securityContact),
          eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
        },
      ],
    };
  }

  // CloudFront's managed policies cache everything for at least a second, whatever Cache-Control says.
  private cacheControlPolicy(stage: Stage): cloudfront.CachePolicy {
    return new cloudfront.CachePolicy(this, 'AsTheFilesSay', {
      cachePolicyName: globalName(this, stage),
      comment: 'Caches a file for as long as its Cache-Control header allows',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
  }
}

const fromApi = (
  { api, originSecret }: Pick<ControlPlane, 'api' | 'originSecret'>,
  responseHeadersPolicy: cloudfront.ResponseHeadersPolicy,
): cloudfront.BehaviorOptions => ({
  origin: new HttpOrigin(Fn.parseDomainName(api.address), {
    protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
    // The same time as the HTTP API waits for its function.
    readTimeout: Duration.seconds(30),
    // In the template, this is a reference to the secret and not its value.
    customHeaders: { [originHeader]: originSecret.secretValue.unsafeUnwrap() },
  }),
  // No redirect: a client must not get used to sending its token without TLS.
  viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
  allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
  cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
  // API Gateway finds the API by the Host header.
  originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  responseHeadersPolicy,
  compress: false,
});

// CloudFront caches these errors for 10 s by default and answers everybody with them ("HTTP 4xx and 5xx status codes
// that CloudFront caches"); it caches others only by their Cache-Control. CachingDisabled may prevent this for the API:
// the guide has said so only recently. Without a page, the origin's own answer is forwarded.
const uncachedErrors = [404, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(0),
}));

const withCustomDomain = ({ name, certificate }: CustomDomain) => ({
  domainNames: [name],
  certificate,
  minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
});

const acknowledged = [
  { id: 'AwsSolutions-CFR1', reason: 'Customers can be in any country, so none is blocked.' },
  {
    id: 'AwsSolutions-CFR2',
    reason:
      'The files are static and public. The management API, which can also be reached without CloudFront, requires a ' +
      'token and limits requests itself.',
  },
  {
    id: 'AwsSolutions-CFR3',
    reason: 'Calls of the management API are in its access log; loads of static pages need no log.',
  },
];

const lowestTls = {
  id: 'AwsSolutions-CFR4',
  reason:
    "CloudFront's default certificate fixes the minimum TLS version; a custom domain has a certificate and TLS 1.2.",
};

const fallback = readFileSync(new URL('spa-fallback.js', import.meta.url), 'utf8');

/** Serves index.html for every path that is not a file: the web app routes in the browser. And answers security.txt. */
class SpaFallback extends EdgeFunction {
  constructor(scope: Construct, id: string, functionName: string, securityContact = '') {
    super(scope, id, {
      functionName,
      comment: 'Serves index.html for every page of the dashboard',
      code: FunctionCode.fromInline(
        fallback.replace("securityContact = ''", () => `securityContact = ${JSON.stringify(securityContact)}`),
      ),
      runtime: FunctionRuntime.JS_2_0,
    });
  }
}
