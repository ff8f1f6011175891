import * as v from 'valibot';
import { billingSettingEntries } from '../../src/billing/billing-settings.ts';
import { capacitySchema } from './capacity-settings.ts';
import { type SettingsProblem, wrongSettings } from './configuration-error.ts';
import { domainProblems, domainsSchema } from './domain-settings.ts';
import { problemOfIssue } from './issue-problems.ts';
import { networkProblems, networksSchema } from './network-settings.ts';
import { planProblems, planSettingSchema } from './plan-settings.ts';
import { leakedKeysSchema, secretPrefix } from './secret-settings.ts';
import {
  currencyCode,
  email,
  headerName,
  hostName,
  kmsKeyArn,
  logRetentionDays,
  region,
  tags,
  webAddress,
  wholeNumber,
} from './setting-types.ts';
import { vpcSchema } from './vpc-settings.ts';

const contact = v.pipe(
  v.string(),
  v.regex(/^(https:\/\/|mailto:\S+@)\S+$/, 'must be an https URL, or mailto:help@example.com'),
);

/** Who offers the gateway, and where it can be asked. */
const serviceSchema = v.strictObject({
  /** What customers read in the dashboard and in mails. */
  name: v.pipe(
    v.string(),
    v.regex(/^[^\p{C}<>{}]{1,40}$/u, 'must have 1 to 40 characters, without < > { } and line breaks'),
  ),
  /** The path of an SVG, PNG or WebP file, relative to the settings file. Default: the name alone. */
  logo: v.optional(v.pipe(v.string(), v.regex(/\.(svg|png|webp)$/, 'must be the path of an .svg, .png or .webp file'))),
  /** Where customers get help: an https or mailto URL. */
  support: v.optional(contact),
  /** Where vulnerabilities are reported, in security.txt: an https or mailto URL. Default: `support`. */
  security: v.optional(contact),
  /** The terms of service. */
  terms: v.optional(webAddress),
  /** The base URL of the types of the management API's problems (RFC 9457). There need not be a page. */
  problemTypes: v.pipe(
    webAddress,
    v.check((url) => !url.endsWith('/'), "must not end with '/'"),
  ),
});

/** A sender of Amazon SES. Without one, Cognito sends the mails itself: at most 50 a day, from AWS's own address. */
const mailSchema = v.strictObject({
  /** The address, or its domain, must be a verified identity in SES. */
  from: email,
  /** Default: the service's name. */
  fromName: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  replyTo: v.optional(email),
  /** The verified domain, if the address itself is not verified. */
  verifiedDomain: v.optional(hostName),
  /** The region of the identity. Default: the stack's. */
  region: v.optional(region),
});

const budgetSchema = v.strictObject({
  dollarsPerMonth: v.pipe(v.number(), v.minValue(1, 'must be at least 1')),
  email,
});

/** A monthly budget in dollars, and the address that is notified. */
export type BudgetLimit = v.InferOutput<typeof budgetSchema>;

const settingsSchema = v.strictObject({
  service: serviceSchema,
  /** Of the plans' prices. */
  currency: v.optional(currencyCode, 'usd'),
  /** Shown in this order. The first is the plan of new accounts. */
  plans: v.pipe(v.array(planSettingSchema), v.minLength(1, 'needs at least one plan'), v.readonly()),
  networks: networksSchema,
  /** Request headers that web pages may send besides the usual ones (lib/data-plane/cors-headers.ts). */
  corsHeaders: v.optional(v.pipe(v.array(headerName), v.readonly()), []),
  /** Secrets of keys begin with it and an underscore. Secrets from before a change stay valid. */
  secretPrefix: v.optional(secretPrefix, 'slc'),
  /** Whether secrets of imported keys are looked up, which have no checksum. Default: they are refused without a read. */
  importedKeys: v.optional(v.boolean(), false),
  /** How long API Gateway may keep the authorizer's answers. No key works longer because of it. 0: it asks for each request. */
  authorizerCacheSeconds: v.optional(wholeNumber(0, 300), 300),
  /** What happens to keys whose secret is reported as leaked. */
  leakedKeys: v.optional(leakedKeysSchema, {}),
  /** Who can create an account: everybody, users with an email address of these domains, or only the operator. */
  signUp: v.optional(
    v.union(
      [
        v.picklist(['open', 'closed']),
        v.strictObject({ emailDomains: v.pipe(v.array(hostName), v.minLength(1, 'needs at least one domain')) }),
      ],
      "must be 'open', 'closed' or { emailDomains: ['example.com'] }, in lower case",
    ),
    'open',
  ),
  mail: v.optional(mailSchema),
  /** Mails to visitors who sign up, per UTC day. Default: 1,000 with `mail`, otherwise 40. */
  signUpMailsPerDay: v.optional(wholeNumber(1, 1_000_000)),
  /** Payments by Stripe. Default: none; the operator assigns priced plans. */
  billing: v.optional(v.strictObject({ ...billingSettingEntries, kmsKeyArn: v.optional(kmsKeyArn) })),
  /** How often watch asks every node for its height. Default: 10, with light operations 60. */
  watchEverySeconds: v.optional(wholeNumber(5, 60)),
  /**
   * `full`: all alarms, the CloudWatch dashboard, the rules of Contributor Insights, releases with CodeDeploy. `light`: the
   * alarms on calls alone. Default: the stage's; prod is full, dev light.
   */
  operations: v.optional(v.picklist(['full', 'light'], "must be 'full' or 'light'")),
  /** Gets the alarm mails. Default: no mail. */
  alarmEmail: v.optional(email),
  /** Default: AWS's addresses. */
  domains: v.optional(domainsSchema, {}),
  /**
   * The ARN of a web ACL of AWS WAF, in us-east-1, for the dashboard's distribution. The management API then refuses what
   * did not come through it. Default: none.
   */
  webAcl: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\da-f-]{36}$/,
        'must be the ARN of a web ACL for CloudFront: arn:aws:wafv2:us-east-1:…:global/webacl/…',
      ),
    ),
  ),
  /** Whether everybody can read the state of the networks, on the page /status and in status.json. */
  statusPage: v.optional(v.boolean(), true),
  /** A free account whose calls cost more than this in seven days is in the report of accounts below cost. */
  freeAccountDollarsPerWeek: v.optional(v.pipe(v.number(), v.minValue(0, 'must be 0 or more dollars')), 5),
  /** A monthly budget of the whole AWS account. Default: none. */
  budget: v.optional(budgetSchema),
  /** The account's quota of concurrent executions, which the functions divide. Default: they share it with all others. */
  lambdaConcurrency: v.optional(wholeNumber(1, 1_000_000)),
  /** The most that the RPC API answers, for all customers together. Default: the stage's, and no more than the region gives. */
  requestsPerSecond: v.optional(wholeNumber(1, 1_000_000)),
  /** Whether a KMS key of the account encrypts tables, logs and the alarm topic. Default: keys that AWS owns, without charge. */
  customerManagedKey: v.optional(v.boolean(), false),
  /** Days for which logs are kept. Default: the stage's. */
  logRetentionDays: v.optional(logRetentionDays),
  /** Tags of all resources. Default: none. Not `tags`, which is a prop of stacks. */
  resourceTags: v.optional(tags, {}),
  /** Provisioned capacity of Admissions and Records. Default: on demand. */
  capacity: v.optional(capacitySchema),
  /** Whether functions run the operator's commands for callers with `lambda:InvokeFunction`. Default: there are none. */
  operatorFunction: v.optional(v.boolean(), false),
  /** The VPC of private nodes. Default: the functions run outside of any VPC. */
  vpc: v.optional(vpcSchema),
});

/** The operator's settings, as sluice.config.ts holds them. */
export type Settings = v.InferInput<typeof settingsSchema>;

/** Whether the operator's settings can have this name. */
export const isSetting = (name: string): boolean => Object.hasOwn(settingsSchema.entries, name);

/** The settings with every default. */
export type EffectiveSettings = v.InferOutput<typeof settingsSchema>;

/**
 * @param source for the message, for example the file's path
 * @throws {ConfigurationError} naming every problem with its path and what to do
 */
export function parseSettings(value: unknown, source: string): EffectiveSettings {
  const parsed = v.safeParse(settingsSchema, value);
  const problems = parsed.success ? problemsOf(parsed.output) : parsed.issues.map(problemOfIssue);
  if (parsed.success && problems.length === 0) return parsed.output;
  throw wrongSettings(source, problems);
}

const problemsOf = ({
  plans,
  networks,
  domains,
  mail,
  signUpMailsPerDay = 0,
}: EffectiveSettings): SettingsProblem[] => [
  ...(mail || signUpMailsPerDay <= cognitoMailsPerDay ? [] : [tooManyMails]),
  ...planProblems(plans),
  ...networkProblems(networks),
  ...domainProblems(domains),
];

/** The quota of mails that Cognito sends itself ("Quotas in Amazon Cognito"). */
const cognitoMailsPerDay = 50;

const tooManyMails = {
  path: 'signUpMailsPerDay',
  message: `must be at most ${cognitoMailsPerDay} without mail: Cognito itself sends no more a day`,
};
