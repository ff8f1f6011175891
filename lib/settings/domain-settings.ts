import * as v from 'valibot';
import { ConfigurationError, type SettingsProblem } from './configuration-error.ts';
import { hostName } from './setting-types.ts';

/** A domain name, and the ARN of its certificate if it already has one. */
export type Domain = v.InferOutput<typeof domain>;

/** A Route 53 zone for the records and for the validation of new certificates. */
export type HostedZone = v.InferOutput<typeof hostedZone>;

/** The custom domain names of a deployment. */
export type Domains = v.InferOutput<typeof domainsSchema>;

const certificate = v.pipe(
  v.string(),
  v.regex(/^arn:aws[a-z-]*:acm:[^:]+:\d{12}:certificate\/.+$/, 'must be the ARN of a certificate of ACM'),
);
const domain = v.strictObject({ name: hostName, certificate: v.optional(certificate) });
const hostedZone = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^Z[A-Z0-9]+$/, 'must be the id of a hosted zone, for example Z0123456789ABC')),
  name: hostName,
});
export const domainsSchema = v.strictObject({
  rpc: v.optional(domain),
  api: v.optional(domain),
  dashboard: v.optional(domain),
  hostedZone: v.optional(hostedZone),
});

/** CloudFront accepts only certificates of this region (CloudFront Developer Guide, "Requirements for using SSL/TLS"). */
const cloudFrontRegion = 'us-east-1';

/** Problems that a domain's own schema cannot see. */
export const domainProblems = (domains: Domains): SettingsProblem[] => [
  ...withoutCertificate(domains),
  ...outsideOfTheZone(domains),
];

const named = ({ rpc, api, dashboard }: Domains): [string, Domain][] =>
  Object.entries({ rpc, api, dashboard }).flatMap(([key, value]): [string, Domain][] => (value ? [[key, value]] : []));

const withoutCertificate = (domains: Domains): SettingsProblem[] =>
  named(domains)
    .filter(([, { certificate: given }]) => !given && !domains.hostedZone)
    .map(([key]) => ({
      path: `domains.${key}`,
      message: 'needs the ARN of a certificate, or domains.hostedZone to create one',
    }));

function outsideOfTheZone(domains: Domains): SettingsProblem[] {
  const zone = domains.hostedZone?.name;
  if (zone === undefined) return [];
  return named(domains)
    .filter(([, { name }]) => name !== zone && !name.endsWith(`.${zone}`))
    .map(([key, { name }]) => ({ path: `domains.${key}.name`, message: `${name} is not in the hosted zone ${zone}` }));
}

/**
 * CloudFront's certificates must be in us-east-1.
 * @param region the stack's region, if known
 * @throws {ConfigurationError} if the dashboard's certificate can be neither used nor created
 */
export function requireDashboardCertificate({ dashboard }: Domains, region: string | undefined): void {
  if (!dashboard) return;
  const inRegion = dashboard.certificate ? dashboard.certificate.split(':')[3] : region;
  if (inRegion === cloudFrontRegion) return;
  throw new ConfigurationError(
    `domains.dashboard: CloudFront accepts only certificates of ${cloudFrontRegion}. Give the ARN of one, or name ` +
      `${cloudFrontRegion} as the region of the stack to create one (env; in the repository, -c region=${cloudFrontRegion}).`,
  );
}
