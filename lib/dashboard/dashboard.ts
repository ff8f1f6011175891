import { fileURLToPath } from 'node:url';
import { Duration, Fn, Validations } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { Function as EdgeFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { CustomDomain } from '../domain/custom-domains.ts';
import type { Stage } from '../stage.ts';
import type { UserPool } from '../user-pool.ts';
import { Deployment, FileBucket } from './dashboard-files.ts';
import { SecurityHeaders } from './security-headers.ts';

export type DashboardProps = {
  readonly stage: Stage;
  /** The folder of the built dashboard. */
  readonly folder: string;
  readonly userPool: UserPool;
  /** The management API's and the RPC API's addresses, without a slash at their end. */
  readonly apiUrl: string;
  readonly rpcUrl: string;
  /** The dashboard's own name; CloudFront gives it one otherwise. */
  readonly domain: CustomDomain | undefined;
};

/**
 * The customers' web app: its files from a private bucket and, under `/v1`, the management API, at one address. So the
 * browser asks nobody's leave, and the content security policy can name every address there is
 * (docs/decisions/0010-the-dashboard-and-its-api-share-an-origin.md).
 */
export class Dashboard extends Construct {
  /** Without a slash at its end. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const { stage, folder, userPool, apiUrl, rpcUrl, domain } = props;
    const { endpoint, userPoolId, client } = userPool;
    const bucket = new FileBucket(this, 'Files', stage);
    const headers = new SecurityHeaders(this, 'SecurityHeaders', [rpcUrl, endpoint]);
    const distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `sluice-${stage.name}-dashboard`,
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: stage.priceClass,
      defaultBehavior: this.fromBucket(bucket, headers),
      additionalBehaviors: { '/v1/*': fromApi(apiUrl, headers) },
      ...(domain && underOwnName(domain)),
    });
    Validations.of(distribution).acknowledge(...acknowledged, ...(domain ? [] : [lowestTls]));
    domain?.leadTo(new CloudFrontTarget(distribution), distribution.distributionDomainName, { ipv6: true });
    this.url = domain?.url ?? `https://${distribution.distributionDomainName}`;
    const config = { apiUrl: '/', userPool: { endpoint, id: userPoolId, clientId: client.userPoolClientId } };
    new Deployment(this, 'Deployment', { stage, folder, config, bucket, distribution });
  }

  private fromBucket(bucket: FileBucket, responseHeadersPolicy: SecurityHeaders): cloudfront.BehaviorOptions {
    return {
      origin: S3BucketOrigin.withOriginAccessControl(bucket),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: this.asTheFilesSay(),
      responseHeadersPolicy,
      functionAssociations: [
        {
          function: new SpaFallback(this, 'SpaFallback'),
          eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
        },
      ],
    };
  }

  // CloudFront's own policies keep everything for a second at least, whatever its Cache-Control says.
  private asTheFilesSay(): cloudfront.CachePolicy {
    return new cloudfront.CachePolicy(this, 'AsTheFilesSay', {
      comment: 'Keeps a file for as long as its Cache-Control says',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
  }
}

const fromApi = (
  apiUrl: string,
  responseHeadersPolicy: cloudfront.ResponseHeadersPolicy,
): cloudfront.BehaviorOptions => ({
  origin: new HttpOrigin(Fn.parseDomainName(apiUrl), {
    protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
    // As long as the HTTP API waits for its function.
    readTimeout: Duration.seconds(30),
  }),
  // A token that was sent without TLS is not to be sent again: no redirect.
  viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
  allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
  cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
  // API Gateway knows its APIs by the host.
  originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  responseHeadersPolicy,
  compress: false,
});

const underOwnName = ({ name, certificate }: CustomDomain) => ({
  domainNames: [name],
  certificate,
  minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
});

const acknowledged = [
  { id: 'AwsSolutions-CFR1', reason: 'Customers may live anywhere, and so may those who have yet to become one.' },
  {
    id: 'AwsSolutions-CFR2',
    reason:
      'The files are static and public. The management API, which can be reached without CloudFront too, limits requests ' +
      'itself and asks for a token.',
  },
  {
    id: 'AwsSolutions-CFR3',
    reason:
      'Calls of the management API are in its own access log; who loads a page of the web app tells nothing more.',
  },
];

const lowestTls = {
  id: 'AwsSolutions-CFR4',
  reason:
    "CloudFront's own certificate fixes the lowest version of TLS; a name of one's own brings a certificate and TLS 1.2.",
};

const filePath = fileURLToPath(new URL('spa-fallback.js', import.meta.url));

/** Gives index.html for every address that is no file's: the web app's pages are told apart in the browser. */
export class SpaFallback extends EdgeFunction {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      comment: 'Gives index.html for every page of the dashboard',
      code: FunctionCode.fromFile({ filePath }),
      runtime: FunctionRuntime.JS_2_0,
    });
  }
}
