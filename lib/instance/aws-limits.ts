/** A limit of AWS that a template can meet. Those that AWS raises may be higher in an account. */
export type AwsLimit = {
  readonly limit: number;
  readonly isRaised: boolean;
  /** The page of AWS that has it, read on 2026-11-28. */
  readonly source: string;
};

/** What the synthesis compares with the template. More than a fixed limit is an error, more than another one a warning. */
export const awsLimits = {
  'resources of a stack': { limit: 500, isRaised: false, source: 'Understand CloudFormation quotas' },
  'outputs of a stack': { limit: 200, isRaised: false, source: 'Understand CloudFormation quotas' },
  'outbound rules of a security group': { limit: 60, isRaised: true, source: 'Amazon VPC quotas' },
  'alarms of an account and region': { limit: 5_000, isRaised: true, source: 'CloudWatch service quotas' },
} as const satisfies Readonly<Record<string, AwsLimit>>;

/** What is counted. */
export type LimitName = keyof typeof awsLimits;
