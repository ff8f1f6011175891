import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { GetHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetWebACLCommand, WAFV2Client } from '@aws-sdk/client-wafv2';
import type { Domain, HostedZone } from '../../../lib/settings/domain-settings.ts';
import type { EffectiveSettings } from '../../../lib/settings/settings.ts';
import { type Check, ifPresent, ok, toDo } from './check.ts';

/** The certificates, the hosted zone, the web ACL and the secrets that the settings name: the deployment does not create them. */
export function namedResourceChecks({ domains, networks, billing, webAcl }: EffectiveSettings): Check[] {
  const { rpc, api, dashboard, hostedZone } = domains;
  const secrets = networks.flatMap(({ upstreams }) => upstreams.flatMap(({ secretName }) => secretName ?? []));
  return [
    ...[dashboard, rpc, api].flatMap((domain) =>
      domain?.certificate ? [certificateCheck(domain, domain.certificate)] : [],
    ),
    ...(hostedZone ? [hostedZoneCheck(hostedZone)] : []),
    ...(webAcl === undefined ? [] : [webAclCheck(webAcl)]),
    ...[...new Set([...secrets, ...(billing ? [billing.secretName] : [])])].map(secretCheck),
  ];
}

const certificateCheck = ({ name }: Domain, arn: string): Check => ({
  check: `certificate of ${name}`,
  permission: 'acm:DescribeCertificate',
  ask: async () => {
    const client = new ACMClient({ region: arn.split(':')[3] ?? '' });
    const request = client.send(new DescribeCertificateCommand({ CertificateArn: arn }));
    const certificate = (await ifPresent(request, 'ResourceNotFoundException'))?.Certificate;
    if (!certificate) return toDo(`There is no certificate ${arn}.`, 'Correct its ARN, or request it in ACM.');
    if (certificate.Status !== 'ISSUED')
      return toDo(
        `The certificate is ${certificate.Status}.`,
        'Create the records with which ACM validates it, and wait until it is issued.',
      );
    const names = [certificate.DomainName ?? '', ...(certificate.SubjectAlternativeNames ?? [])];
    if (!names.some((covered) => covers(covered, name)))
      return toDo(`The certificate is for ${names.join(', ')}, not for ${name}.`, `Name one that covers ${name}.`);
    return ok('The certificate is issued.');
  },
});

/** An asterisk is one label of any name. */
const covers = (covered: string, name: string): boolean =>
  covered === name || (covered.startsWith('*.') && covered.slice(1) === name.slice(name.indexOf('.')));

const hostedZoneCheck = ({ id, name }: HostedZone): Check => ({
  check: `hosted zone ${name}`,
  permission: 'route53:GetHostedZone',
  ask: async () => {
    const request = new Route53Client().send(new GetHostedZoneCommand({ Id: id }));
    const zone = (await ifPresent(request, 'NoSuchHostedZone'))?.HostedZone;
    if (!zone) return toDo(`Route 53 has no hosted zone ${id}.`, 'Correct domains.hostedZone.');
    if (zone.Name !== `${name}.`) return toDo(`The hosted zone ${id} is ${zone.Name}`, 'Correct domains.hostedZone.');
    return ok('The hosted zone is there. Check that the domain is delegated to its name servers.');
  },
});

/** Web ACLs of CloudFront are in us-east-1. */
const webAclCheck = (ARN: string): Check => ({
  check: 'web acl',
  permission: 'wafv2:GetWebACL',
  ask: async () => {
    const request = new WAFV2Client({ region: 'us-east-1' }).send(new GetWebACLCommand({ ARN }));
    const acl = (await ifPresent(request, 'WAFNonexistentItemException'))?.WebACL;
    if (!acl) return toDo(`AWS WAF has no web ACL ${ARN}.`, 'Correct webAcl, or create it with the scope CLOUDFRONT.');
    return ok(`AWS WAF has the web ACL ${acl.Name}.`);
  },
});

const secretCheck = (name: string): Check => ({
  check: `secret ${name}`,
  permission: 'secretsmanager:DescribeSecret',
  ask: async () => {
    const request = new SecretsManagerClient().send(new DescribeSecretCommand({ SecretId: name }));
    const secret = await ifPresent(request, 'ResourceNotFoundException');
    if (!secret)
      return toDo('Secrets Manager does not have it.', `Run: aws secretsmanager create-secret --name ${name} …`);
    if (secret.DeletedDate)
      return toDo('It is going to be deleted.', `Run: aws secretsmanager restore-secret --secret-id ${name}`);
    return ok('Secrets Manager has it. Its content was not read.');
  },
});
