import { DomainName, EndpointType, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import { OwnDomain, type OwnDomainProps } from './own-domain.ts';

/**
 * The one address of an HTTP API that has a name of its own. TLS 1.2 is the lowest version it speaks, and the highest
 * that can be demanded of an HTTP API (API Gateway Developer Guide, "Supported security policies and ciphers").
 */
export class ApiDomain extends DomainName {
  readonly own: OwnDomain;

  constructor(scope: Construct, id: string, props: OwnDomainProps) {
    const own = new OwnDomain(scope, `${id}Name`, props);
    super(scope, id, {
      domainName: own.name,
      certificate: own.certificate,
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    this.own = own;
    const target = new ApiGatewayv2DomainProperties(this.regionalDomainName, this.regionalHostedZoneId);
    own.leadTo(target, this.regionalDomainName, { ipv6: false });
  }
}
