import * as v from 'valibot';
import { awsCalls } from '../aws-calls.ts';
import { manual, ok, toDo } from '../finding.ts';
import type { Question, Topic } from '../question.ts';
import { propertiesOf, textOf } from '../template.ts';

const apiDomain = v.object({
  DomainName: v.string(),
  DomainNameConfigurations: v.array(v.object({ CertificateArn: v.optional(v.unknown()) })),
});
const distribution = v.object({
  DistributionConfig: v.object({
    Aliases: v.optional(v.array(v.string()), []),
    ViewerCertificate: v.optional(v.object({ AcmCertificateArn: v.optional(v.unknown()) }), {}),
    WebACLId: v.optional(v.string()),
  }),
});

/** The certificates that the stack does not create. */
export const certificateQuestions: Topic = ({ resources, place }) => {
  const apis = propertiesOf(resources, 'AWS::ApiGatewayV2::DomainName', apiDomain).flatMap((domain) =>
    domain.DomainNameConfigurations.map(({ CertificateArn }) => ({ name: domain.DomainName, arn: CertificateArn })),
  );
  const sites = propertiesOf(resources, 'AWS::CloudFront::Distribution', distribution).flatMap(
    ({ DistributionConfig: { Aliases, ViewerCertificate } }) =>
      Aliases.map((name) => ({ name, arn: ViewerCertificate.AcmCertificateArn })),
  );
  return [...apis, ...sites]
    .map(({ name, arn }) => ({ name, arn: textOf(arn, place) }))
    .filter(({ arn }) => arn.startsWith('arn:'))
    .map(({ name, arn }) => certificateQuestion(name, arn));
};

const certificateQuestion = (name: string, arn: string): Question => ({
  check: `certificate of ${name}`,
  ask: async (ask) => {
    const certificate = (await ask(awsCalls.certificate, { 'certificate-arn': arn }, arn.split(':')[3]))?.Certificate;
    if (!certificate) return toDo(`There is no certificate ${arn}.`, 'Correct its ARN, or request it in ACM.');
    if (certificate.Status !== 'ISSUED')
      return toDo(
        `The certificate is ${certificate.Status}.`,
        'Create the records with which ACM validates it, and wait until it is issued.',
      );
    const names = [certificate.DomainName ?? '', ...certificate.SubjectAlternativeNames];
    if (names.some((covered) => covers(covered, name))) return ok('The certificate is issued.');
    return toDo(`The certificate is for ${names.join(', ')}, not for ${name}.`, `Name one that covers ${name}.`);
  },
});

/** An asterisk is one label of any name. */
const covers = (covered: string, name: string): boolean =>
  covered === name || (covered.startsWith('*.') && covered.slice(1) === name.slice(name.indexOf('.')));

const record = v.object({ HostedZoneId: v.unknown(), Name: v.string() });
const certificate = v.object({
  DomainName: v.string(),
  DomainValidationOptions: v.array(v.object({ HostedZoneId: v.unknown() })),
});

/** The zones in which the stack creates records. In a private zone, ACM finds none, and the deployment waits for hours. */
export const zoneQuestions: Topic = ({ resources, place }) => {
  const names = [
    ...propertiesOf(resources, 'AWS::Route53::RecordSet', record).map(({ HostedZoneId, Name }) => [HostedZoneId, Name]),
    ...propertiesOf(resources, 'AWS::CertificateManager::Certificate', certificate).flatMap((each) =>
      each.DomainValidationOptions.map(({ HostedZoneId }) => [HostedZoneId, each.DomainName]),
    ),
  ].map(([id, name]) => [textOf(id, place), String(name).replace(/\.$/, '')] as const);
  const zones = new Set(names.map(([id]) => id));
  return [...zones].map((zone) =>
    zoneQuestion(zone, [...new Set(names.flatMap(([id, name]) => (id === zone ? name : [])))]),
  );
};

const zoneQuestion = (id: string, names: readonly string[]): Question => ({
  check: `hosted zone ${id}`,
  ask: async (ask) => {
    const answer = await ask(awsCalls.hostedZone, { id });
    if (!answer) return toDo(`Route 53 has no hosted zone ${id}.`, 'Correct domains.hostedZone.');
    const { Name, Config } = answer.HostedZone;
    if (Config?.PrivateZone)
      return toDo(
        `The hosted zone ${Name} is private: ACM cannot see its records, and the deployment would wait for hours.`,
        'Name the public zone of the domain as domains.hostedZone.',
      );
    const outside = names.filter((name) => `${name}.` !== Name && !`${name}.`.endsWith(`.${Name}`));
    if (outside.length > 0)
      return toDo(
        `The hosted zone ${id} is ${Name}; ${outside.join(', ')} is not in it.`,
        'Correct domains.hostedZone.',
      );
    const servers = answer.DelegationSet?.NameServers.join(', ') ?? 'its name servers';
    return manual(
      `Route 53 has the zone ${Name}. It has no call that says whether the domain is delegated to it.`,
      `Compare dig +short NS ${Name} with ${servers}: otherwise ACM waits for hours.`,
    );
  },
});

/** Web ACLs of CloudFront are in us-east-1. */
export const webAclQuestions: Topic = ({ resources }) =>
  propertiesOf(resources, 'AWS::CloudFront::Distribution', distribution).flatMap(
    ({ DistributionConfig: { WebACLId: arn } }) =>
      arn === undefined
        ? []
        : [
            {
              check: 'web acl',
              ask: async (ask) => {
                const acl = await ask(awsCalls.webAcl, { arn }, 'us-east-1');
                if (acl) return ok(`AWS WAF has the web ACL ${acl.WebACL.Name}.`);
                return toDo(
                  `AWS WAF has no web ACL ${arn}.`,
                  'Correct webAcl, or create it with the scope CLOUDFRONT.',
                );
              },
            } satisfies Question,
          ],
  );

export const cloudFrontQuestions: Topic = () => [
  {
    check: 'cloudfront',
    ask: async () =>
      manual(
        'AWS has no call that says whether a new account may use CloudFront.',
        'If the deployment fails with "Your account must be verified before you can add new CloudFront resources", open a ' +
          'case of the type "Account and billing" at AWS Support, and deploy again when it is answered.',
      ),
  },
];
