import { CfnOutput, Stack } from 'aws-cdk-lib';
import { DomainName, EndpointType, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AaaaRecord,
  ARecord,
  HostedZone,
  type IAliasRecordTarget,
  type IHostedZone,
  RecordTarget,
} from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Domain, Domains, HostedZone as Zone } from './domain-settings.ts';

export type CustomDomainProps = {
  readonly domain: Domain;
  readonly hostedZone: Zone | undefined;
  /** The output that names where the domain is to lead to, where no hosted zone is there to say so. */
  readonly targetOutput: string;
};

/** A name of one's own: its certificate, given or made, and its records. Nothing is looked up. */
export class CustomDomain extends Construct {
  readonly name: string;
  readonly certificate: ICertificate;
  readonly #zone: IHostedZone | undefined;
  readonly #targetOutput: string;

  constructor(scope: Construct, id: string, { domain, hostedZone, targetOutput }: CustomDomainProps) {
    super(scope, id);
    this.name = domain.name;
    this.#targetOutput = targetOutput;
    this.#zone =
      hostedZone &&
      HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: hostedZone.id, zoneName: hostedZone.name });
    this.certificate = domain.certificate
      ? Certificate.fromCertificateArn(this, 'Certificate', domain.certificate)
      : new Certificate(this, 'Certificate', {
          domainName: domain.name,
          validation: CertificateValidation.fromDns(this.#zone),
        });
  }

  /** Without a slash at its end. */
  get url(): string {
    return `https://${this.name}`;
  }

  /** Makes the domain lead there, or says where to. */
  leadTo(target: IAliasRecordTarget, hostName: string, { ipv6 }: { ipv6: boolean }): void {
    if (!this.#zone) {
      new CfnOutput(Stack.of(this), this.#targetOutput, { value: hostName });
      return;
    }
    const record = { zone: this.#zone, recordName: this.name, target: RecordTarget.fromAlias(target) };
    new ARecord(this, 'A', record);
    if (ipv6) new AaaaRecord(this, 'Aaaa', record);
  }
}

/**
 * The one address of an HTTP API that has a name of its own. TLS 1.2 is the lowest version it speaks, and the highest
 * that can be demanded of an HTTP API (API Gateway Developer Guide, "Supported security policies and ciphers").
 */
export class ApiDomain extends DomainName {
  readonly own: CustomDomain;

  constructor(scope: Construct, id: string, props: CustomDomainProps) {
    const own = new CustomDomain(scope, `${id}Name`, props);
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

/** Those names of one's own that there are. */
export type CustomDomains = {
  readonly rpc: ApiDomain | undefined;
  readonly api: ApiDomain | undefined;
  readonly dashboard: CustomDomain | undefined;
};

/** Makes what the names of a deployment want: certificates, API Gateway's domain names, and later their records. */
export function createCustomDomains(scope: Construct, { rpc, api, dashboard, hostedZone }: Domains): CustomDomains {
  const props = (domain: Domain, name: string) => ({ domain, hostedZone, targetOutput: `${name}DomainTarget` });
  return {
    rpc: rpc && new ApiDomain(scope, 'RpcDomain', props(rpc, 'Rpc')),
    api: api && new ApiDomain(scope, 'ApiDomain', props(api, 'Api')),
    dashboard: dashboard && new CustomDomain(scope, 'DashboardDomain', props(dashboard, 'Dashboard')),
  };
}
