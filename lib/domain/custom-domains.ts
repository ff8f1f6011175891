import { Stack, Token } from 'aws-cdk-lib';
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
import { addOutput } from '../instance/stack-outputs.ts';
import {
  type Domain,
  type Domains,
  requireDashboardCertificate,
  type HostedZone as Zone,
} from '../settings/domain-settings.ts';

export type CustomDomainProps = {
  readonly domain: Domain;
  readonly hostedZone: Zone | undefined;
  /** Gets the stack output with the target of the DNS record if there is no hosted zone. */
  readonly instance: Construct;
  /** The name of that output. */
  readonly targetOutput: string;
};

/** A custom domain name: its certificate, given or created, and its DNS records. Nothing is looked up at synthesis. */
export class CustomDomain extends Construct {
  readonly name: string;
  readonly certificate: ICertificate;
  readonly #zone: IHostedZone | undefined;
  readonly #addTarget: (hostName: string) => void;

  constructor(scope: Construct, id: string, { domain, hostedZone, instance, targetOutput }: CustomDomainProps) {
    super(scope, id);
    this.name = domain.name;
    this.#addTarget = (hostName) => addOutput(instance, targetOutput, hostName);
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

  /** Without a trailing slash. */
  get url(): string {
    return `https://${this.name}`;
  }

  /** Creates the DNS records for the target or, without a hosted zone, the stack output with its host name. */
  pointTo(target: IAliasRecordTarget, hostName: string, { ipv6 }: { ipv6: boolean }): void {
    if (!this.#zone) {
      this.#addTarget(hostName);
      return;
    }
    const record = { zone: this.#zone, recordName: this.name, target: RecordTarget.fromAlias(target) };
    new ARecord(this, 'A', record);
    if (ipv6) new AaaaRecord(this, 'Aaaa', record);
  }
}

/**
 * The custom domain name of an HTTP API. TLS 1.2 is the highest minimum version that an HTTP API allows (API Gateway
 * Developer Guide, "Supported security policies and ciphers").
 */
export class ApiDomain extends DomainName {
  readonly customDomain: CustomDomain;

  constructor(scope: Construct, id: string, props: CustomDomainProps) {
    const customDomain = new CustomDomain(scope, `${id}Name`, props);
    super(scope, id, {
      domainName: customDomain.name,
      certificate: customDomain.certificate,
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    this.customDomain = customDomain;
    const target = new ApiGatewayv2DomainProperties(this.regionalDomainName, this.regionalHostedZoneId);
    customDomain.pointTo(target, this.regionalDomainName, { ipv6: false });
  }
}

/** The custom domain names that are configured. */
export type CustomDomains = {
  readonly rpc: ApiDomain | undefined;
  readonly api: ApiDomain | undefined;
  readonly dashboard: CustomDomain | undefined;
};

/**
 * Creates certificates and API Gateway's domain names. The dashboard adds its DNS records when its target exists.
 * @throws {ConfigurationError} if the dashboard's certificate can be neither used nor created
 */
export function createCustomDomains(scope: Construct, domains: Domains): CustomDomains {
  const { rpc, api, dashboard, hostedZone } = domains;
  const { region } = Stack.of(scope);
  requireDashboardCertificate(domains, Token.isUnresolved(region) ? undefined : region);
  const props = (domain: Domain, name: string) => ({
    domain,
    hostedZone,
    instance: scope,
    targetOutput: `${name}DomainTarget`,
  });
  return {
    rpc: rpc && new ApiDomain(scope, 'RpcDomain', props(rpc, 'Rpc')),
    api: api && new ApiDomain(scope, 'ApiDomain', props(api, 'Api')),
    dashboard: dashboard && new CustomDomain(scope, 'DashboardDomain', props(dashboard, 'Dashboard')),
  };
}
