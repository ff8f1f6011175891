// Used by the functions that emit these metrics and by the constructs that watch them: keep it light.

/** The metrics that Sluice makes itself, as CloudWatch knows them; docs/monitoring.md says what each tells. */
export const metricNames = {
  /** Calls by network and outcome, and by network alone. */
  calls: 'Calls',
  /** Milliseconds in the gateway of each request that a node answered, by network. */
  latency: 'Latency',
  /** Milliseconds from the end of a request to its tally: of the oldest of a batch. */
  tallyLag: 'TallyLag',
  /** Records that were written long after their request ended. */
  recordsReplayed: 'RecordsReplayed',
  /** 1 when a run of usage-days left no day due that is over, otherwise 0. */
  usageDaysComplete: 'UsageDaysComplete',
  /** Records that went to the log in place of the table. */
  recordsLost: 'RecordsLost',
  /** Records that the tally put into the failure bucket itself. */
  recordsDiverted: 'RecordsDiverted',
  /** Requests that the gateway failed and answered so. */
  requestsFailed: 'RequestsFailed',
  /** Refused keys that cannot be a secret. */
  malformedKeys: 'MalformedKeys',
  /** Refused keys that could be a secret and belong to nobody. */
  unknownKeys: 'UnknownKeys',
  /** 1 for a node that answered watch's check, and 0 for one that did not. */
  nodeUp: 'NodeUp',
  /** How far a node is behind the best one of its network, in the chain's unit. */
  nodeLag: 'NodeLag',
  /** 1 when every endpoint of the RPC API answered watch as it should, otherwise 0. */
  endpointUp: 'EndpointUp',
  /** Answers of nodes that rejected the operator's credentials, by the node's host. */
  credentialsRejected: 'CredentialsRejected',
} as const;

export type MetricName = (typeof metricNames)[keyof typeof metricNames];

/** Values of metrics that share their time and their dimensions. */
export type Metrics = {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly dimensions: Readonly<Record<string, string>>;
  /** The dimensions that each metric is kept by: CloudWatch asks the price of a metric for every set and its values. */
  readonly dimensionSets: readonly (readonly string[])[];
  /** At most {@link maxValues} values of each metric. */
  readonly values: Readonly<Partial<Record<MetricName, MetricValues>>>;
};

type MetricValues = { readonly unit: 'Count' | 'Milliseconds'; readonly value: number | readonly number[] };

/** How many values of a metric a line may hold (CloudWatch, "Specification: Embedded metric format"). */
export const maxValues = 100;

/**
 * Makes what writes metrics into a function's log in CloudWatch's embedded metric format, one line each.
 * @param write gets the line without its end. Lambda hands it on as it is if it goes straight to the standard output;
 * console.log would wrap it, and CloudWatch would not find the metrics (the format's own library had to learn that, too).
 */
export const createMetricEmitter =
  (namespace: string, write: (line: string) => void) =>
  ({ at, dimensions, dimensionSets, values }: Metrics): void => {
    const entries = Object.entries(values);
    const definitions = entries.map(([Name, { unit }]) => ({ Name, Unit: unit }));
    const directive = { Namespace: namespace, Dimensions: dimensionSets, Metrics: definitions };
    const targets = Object.fromEntries(entries.map(([name, { value }]) => [name, value]));
    write(JSON.stringify({ _aws: { Timestamp: at, CloudWatchMetrics: [directive] }, ...dimensions, ...targets }));
  };
