/** A price with volume tiers: each tier's price applies up to that quantity a month, the last one's to the rest. */
export type Price = {
  readonly per: string;
  readonly steps: readonly { readonly upTo: number; readonly dollars: number }[];
  readonly source: string;
};

const beyond = Number.POSITIVE_INFINITY;
/** From stored copies of AWS's pages: no live page could be read. */
const read = 'read on 2026-11-26';
/** No copy of AWS's page has the figure; several pages of 2026 name the same. */
const quoted = 'as pages of 2026 quote it, read on 2026-11-26';

const flat = (dollars: number, per: string, source: string): Price => ({
  per,
  steps: [{ upTo: beyond, dollars }],
  source,
});

/**
 * AWS's prices in us-east-1 in 2026, without free tiers and without the lower prices of Lambda above 7.5 billion
 * GB-seconds a month, which no modelled workload reaches.
 */
export const prices = {
  httpApi: {
    per: 'million requests of up to 512 KB',
    steps: [
      { upTo: 300, dollars: 1 },
      { upTo: beyond, dollars: 0.9 },
    ],
    source: 'Amazon API Gateway pricing, HTTP APIs',
  },
  restApi: {
    per: 'million requests',
    steps: [
      { upTo: 333, dollars: 3.5 },
      { upTo: 1_000, dollars: 2.8 },
      { upTo: 20_000, dollars: 2.38 },
      { upTo: beyond, dollars: 1.51 },
    ],
    source: 'Amazon API Gateway pricing, REST APIs',
  },
  lambdaRequests: flat(0.2, 'million invocations', 'AWS Lambda pricing, requests'),
  lambdaTime: flat(0.0000133334, 'GB-second', 'AWS Lambda pricing, duration on arm64'),
  writeUnits: flat(0.625, 'million write units', 'Amazon DynamoDB pricing, on demand'),
  readUnits: flat(0.125, 'million read units', 'Amazon DynamoDB pricing, on demand'),
  provisionedWrites: flat(0.00065, 'WCU-hour', 'Amazon DynamoDB pricing, provisioned capacity'),
  provisionedReads: flat(0.00013, 'RCU-hour', 'Amazon DynamoDB pricing, provisioned capacity'),
  storage: flat(0.25, 'GB-month', 'Amazon DynamoDB pricing, data storage, Standard class'),
  pointInTimeRecovery: flat(0.2, 'GB-month', 'Amazon DynamoDB pricing, continuous backups (PITR)'),
  streamReads: flat(0, 'million reads', 'Amazon DynamoDB pricing: GetRecords calls by Lambda are free'),
  accessLogs: flat(0.5, 'GB', 'Amazon CloudWatch pricing, logs, collection'),
  functionLogs: {
    per: 'GB',
    steps: [
      { upTo: 10_000, dollars: 0.5 },
      { upTo: 30_000, dollars: 0.25 },
      { upTo: 50_000, dollars: 0.1 },
      { upTo: beyond, dollars: 0.05 },
    ],
    source: "Amazon CloudWatch pricing, vended logs (Lambda's logs since May 2025)",
  },
  logStorage: flat(0.03, 'GB-month', 'Amazon CloudWatch pricing, logs, storage; counted as if nothing were compressed'),
  metrics: flat(0.3, 'metric and month', 'Amazon CloudWatch pricing, custom metrics, the first 10,000'),
  alarms: flat(0.1, 'metric of an alarm, and month', 'Amazon CloudWatch pricing, standard resolution alarms'),
  dashboards: flat(3, 'dashboard and month', 'Amazon CloudWatch pricing, dashboards'),
  insightRules: flat(0.5, 'rule and month', 'Amazon CloudWatch pricing, Contributor Insights'),
  insightEvents: flat(
    0.02,
    'million matched log events',
    'Amazon CloudWatch pricing, Contributor Insights; **not confirmed**: no stored copy of that page shows the figure',
  ),
  s3Puts: flat(5, 'million requests', `Amazon S3 pricing, PUT requests, $0.005 per 1,000, ${quoted}`),
  keys: flat(1, 'customer-managed key and month', `AWS KMS pricing, ${read}`),
  keyUses: flat(3, 'million requests', `AWS KMS pricing, $0.03 per 10,000 requests, ${read}`),
  secrets: flat(0.4, 'secret and month', 'AWS Secrets Manager pricing'),
  secretReads: flat(5, 'million API calls', 'AWS Secrets Manager pricing, $0.05 per 10,000 API calls'),
  endpointHours: flat(0.01, 'hour of an interface endpoint in a subnet', `AWS PrivateLink pricing, ${read}`),
  endpointData: {
    per: 'GB through interface endpoints of the region',
    steps: [
      { upTo: 1_000_000, dollars: 0.01 },
      { upTo: 5_000_000, dollars: 0.006 },
      { upTo: beyond, dollars: 0.004 },
    ],
    source: `AWS PrivateLink pricing, ${read}`,
  },
  zoneTransfer: flat(
    0.01,
    'GB into or out of another availability zone',
    `Amazon EC2 on-demand pricing, data transfer within a region, ${quoted}`,
  ),
  natHours: flat(0.045, 'hour of a NAT gateway', `Amazon VPC pricing, ${quoted}`),
  natData: flat(0.045, 'GB through a NAT gateway', `Amazon VPC pricing, ${quoted}`),
  scheduledRuns: flat(
    0,
    'million runs',
    'Amazon EventBridge pricing names no price for scheduled rules of the default bus',
  ),
  transfer: {
    per: 'GB to the internet',
    steps: [
      { upTo: 10_000, dollars: 0.09 },
      { upTo: 50_000, dollars: 0.085 },
      { upTo: 150_000, dollars: 0.07 },
      { upTo: beyond, dollars: 0.05 },
    ],
    source: 'Amazon EC2 on-demand pricing, data transfer out',
  },
} satisfies Record<string, Price>;

/** Dollars for a month's quantity, in the price's unit. */
export function dollars({ steps }: Price, quantity: number): number {
  let sum = 0;
  let from = 0;
  for (const step of steps) {
    sum += Math.max(0, Math.min(quantity, step.upTo) - from) * step.dollars;
    from = step.upTo;
  }
  return sum;
}
