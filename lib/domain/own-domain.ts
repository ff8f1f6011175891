import { CfnOutput, Stack } from 'aws-cdk-lib';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AaaaRecord,
  ARecord,
  HostedZone,
  type IAliasRecordTarget,
  type IHostedZone,
  RecordTarget,
} from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import type { Domain, HostedZone as Zone } from './domains.ts';

export type OwnDomainProps = {
  readonly domain: Domain;
  readonly hostedZone: Zone | undefined;
  /** The output that names where the domain is to lead to, where no hosted zone is there to say so. */
  readonly targetOutput: string;
};

/** A name of one's own: its certificate, given or made, and its records. Nothing is looked up. */
export class OwnDomain extends Construct {
  readonly name: string;
  readonly certificate: ICertificate;
  readonly #zone: IHostedZone | undefined;
  readonly #targetOutput: string;

  constructor(scope: Construct, id: string, { domain, hostedZone, targetOutput }: OwnDomainProps) {
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
