import * as v from 'valibot';
import { ConfigurationError, readContext } from '../context.ts';

/** A domain name, and the ARN of its certificate where it has one already. */
export type Domain = v.InferOutput<typeof domain>;

/** A Route 53 zone in which records and, where a domain has no certificate, proofs for a new one are made. */
export type HostedZone = v.InferOutput<typeof hostedZone>;

/** The names of one's own under which a deployment is reached. */
export type Domains = v.InferOutput<typeof schema>;

const hostName = v.pipe(v.string(), v.regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'is no host name'));
const certificate = v.pipe(
  v.string(),
  v.regex(/^arn:aws[a-z-]*:acm:[^:]+:\d{12}:certificate\/.+$/, 'is no ARN of one'),
);
const domain = v.strictObject({ name: hostName, certificate: v.optional(certificate) });
const hostedZone = v.strictObject({ id: v.pipe(v.string(), v.regex(/^Z[A-Z0-9]+$/, 'is none')), name: hostName });
const schema = v.strictObject({
  rpc: v.optional(domain),
  api: v.optional(domain),
  dashboard: v.optional(domain),
  hostedZone: v.optional(hostedZone),
});
const form =
  '{ "rpc": { "name": "rpc.example.com", "certificate": "arn:aws:acm:…" }, "api": …, "dashboard": …, ' +
  '"hostedZone": { "id": "Z…", "name": "example.com" } }, each of them optional';

/** CloudFront takes certificates of this region only (CloudFront Developer Guide, "Requirements for using SSL/TLS"). */
const cloudFrontRegion = 'us-east-1';

/**
 * The context value `domains`; without it AWS's own addresses are used.
 * @param region of the stack, where it is known
 * @throws {ConfigurationError} when a certificate can be neither used nor made
 */
export function configuredDomains(context: unknown, region: string | undefined): Domains {
  const domains = readContext('domains', schema, context, form) ?? {};
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
    .map(([key]) => `${key}: needs the ARN of a certificate, or "hostedZone" for one to be made`);

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
      `dashboard: its certificate must be of ${cloudFrontRegion}: give its ARN, or deploy to -c region=us-east-1`,
    ];
  }
  if (!dashboard.certificate || dashboard.certificate.split(':')[3] === cloudFrontRegion) return [];
  return [`dashboard: CloudFront takes a certificate of ${cloudFrontRegion} only`];
}
