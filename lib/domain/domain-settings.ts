import * as v from 'valibot';
import { ConfigurationError, readContext } from '../context.ts';

/** A domain name, and the ARN of its certificate if it already has one. */
export type Domain = v.InferOutput<typeof domain>;

/** A Route 53 zone for the records and for the validation of new certificates. */
export type HostedZone = v.InferOutput<typeof hostedZone>;

/** The custom domain names of a deployment. */
export type Domains = v.InferOutput<typeof schema>;

const hostName = v.pipe(v.string(), v.regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'is not a host name'));
const certificate = v.pipe(
  v.string(),
  v.regex(/^arn:aws[a-z-]*:acm:[^:]+:\d{12}:certificate\/.+$/, 'is not the ARN of a certificate'),
);
const domain = v.strictObject({ name: hostName, certificate: v.optional(certificate) });
const hostedZone = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^Z[A-Z0-9]+$/, 'is not the id of a hosted zone')),
  name: hostName,
});
const schema = v.strictObject({
  rpc: v.optional(domain),
  api: v.optional(domain),
  dashboard: v.optional(domain),
  hostedZone: v.optional(hostedZone),
});
const example =
  '{ "rpc": { "name": "rpc.example.com", "certificate": "arn:aws:acm:…" }, "api": …, "dashboard": …, ' +
  '"hostedZone": { "id": "Z…", "name": "example.com" } } (all optional)';

/** CloudFront accepts only certificates of this region (CloudFront Developer Guide, "Requirements for using SSL/TLS"). */
const cloudFrontRegion = 'us-east-1';

/**
 * The context value `domains`; without it the deployment has AWS's addresses.
 * @param region the stack's region, if known
 * @throws {ConfigurationError} if a certificate can be neither used nor created
 */
export function configuredDomains(context: unknown, region: string | undefined): Domains {
  const domains = readContext('domains', schema, context, example) ?? {};
  const problems = [
    ...withoutCertificate(domains),
    ...outsideOfTheZone(domains),
    ...dashboardProblems(domains, region),
  ];
  if (problems.length === 0) return domains;
  throw new ConfigurationError(
    ['The context value "domains" is wrong:', ...problems.map((it) => `  - ${it}`)].join('\n'),
  );
}

const named = ({ rpc, api, dashboard }: Domains): [string, Domain][] =>
  Object.entries({ rpc, api, dashboard }).flatMap(([key, value]): [string, Domain][] => (value ? [[key, value]] : []));

const withoutCertificate = (domains: Domains): string[] =>
  named(domains)
    .filter(([, { certificate: given }]) => !given && !domains.hostedZone)
    .map(([key]) => `${key}: needs the ARN of a certificate, or "hostedZone" to create one`);

function outsideOfTheZone(domains: Domains): string[] {
  const zone = domains.hostedZone?.name;
  if (zone === undefined) return [];
  return named(domains)
    .filter(([, { name }]) => name !== zone && !name.endsWith(`.${zone}`))
    .map(([key, { name }]) => `${key}: ${name} is not in the hosted zone ${zone}`);
}

function dashboardProblems({ dashboard }: Domains, region: string | undefined): string[] {
  if (!dashboard) return [];
  if (!dashboard.certificate && region !== cloudFrontRegion) {
    return [
      `dashboard: its certificate must be in ${cloudFrontRegion}: give its ARN, or deploy to -c region=us-east-1`,
    ];
  }
  if (!dashboard.certificate || dashboard.certificate.split(':')[3] === cloudFrontRegion) return [];
  return [`dashboard: CloudFront accepts only certificates of ${cloudFrontRegion}`];
}
