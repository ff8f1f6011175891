/** A limit of AWS, and its source. */
export type Quota = {
  readonly what: string;
  readonly atMost: number;
  readonly adjustable: boolean;
  readonly source: string;
};

/** The quotas and limits that the request path meets, as an account in us-east-1 begins. */
export const quotas = {
  apiRequestsPerSecond: {
    what: 'HTTP API, requests/s',
    atMost: 10_000,
    adjustable: true,
    source:
      'Amazon API Gateway quotas: all APIs of an account and region together; bursts of 5,000; 2,500 in some regions',
  },
  concurrency: {
    what: 'Lambda, concurrent executions',
    atMost: 1_000,
    adjustable: true,
    source: 'AWS Lambda quotas: concurrent executions of an account and region; new accounts begin lower',
  },
  requestsPerEnvironment: {
    what: 'Lambda, requests/s for each of them',
    atMost: 10,
    adjustable: false,
    source: 'AWS Lambda quotas: synchronous requests a second are at most 10 times the concurrency',
  },
  requestsGainedPerSecond: {
    what: 'Lambda, requests/s that a function gains in a second',
    atMost: 1_000,
    adjustable: false,
    source:
      'AWS Lambda developer guide, "Lambda scaling behavior": 1,000 environments or 10,000 requests/s more in 10 s, for each function',
  },
  tableReads: {
    what: 'DynamoDB, read units/s of a table',
    atMost: 40_000,
    adjustable: true,
    source: 'Quotas in Amazon DynamoDB: on demand, read units a second of a table; no quota for the account',
  },
  tableWrites: {
    what: 'DynamoDB, write units/s of a table',
    atMost: 40_000,
    adjustable: true,
    source: 'Quotas in Amazon DynamoDB: on demand, write units a second of a table',
  },
  newTableWrites: {
    what: 'DynamoDB, write units/s of a new table',
    atMost: 4_000,
    adjustable: true,
    source:
      'Amazon DynamoDB developer guide, "Understanding DynamoDB warm throughput": 4,000 write and 12,000 read units for a new table, more when set ahead; then twice the last peak',
  },
  partitionWrites: {
    what: 'DynamoDB, write units/s of a partition or an item',
    atMost: 1_000,
    adjustable: false,
    source:
      'Amazon DynamoDB developer guide, "Best practices for designing and using partition keys effectively"; an item lies in one partition',
  },
  partitionReads: {
    what: 'DynamoDB, read units/s of a partition or an item',
    atMost: 3_000,
    adjustable: false,
    source: 'the same; a strongly consistent read of up to 4 KB is one',
  },
  edgeRequestsPerSecond: {
    what: 'CloudFront, requests/s of a distribution',
    atMost: 250_000,
    adjustable: true,
    source: 'Amazon CloudFront quotas: requests a second of a distribution',
  },
} satisfies Record<string, Quota>;
