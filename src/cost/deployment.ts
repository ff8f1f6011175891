/** How the Records stream is cut: the most records of a batch, and how long they are gathered, in ms. */
export type Batching = { readonly size: number; readonly windowMs: number };

/**
 * A function: its memory in MB, and the lines that Lambda logs for each invocation. Only JSON logs at the system log
 * level WARN leave them out (Lambda developer guide, "Log-level filtering").
 */
export type DeployedFunction = {
  readonly memory: number;
  readonly logsEveryRun: boolean;
  readonly logFormat: string;
};

/** What of a stage decides the cost of a call. */
export type Deployment = {
  readonly functions: Readonly<Record<'authorizer' | 'proxy' | 'tally', DeployedFunction>>;
  readonly batching: Batching;
  /** Bytes of an ordinary call's line in the access log. */
  readonly accessLogBytes: number;
  /** Rules of Contributor Insights that match the access log's line of every ordinary call. */
  readonly rulesPerCall: number;
};

const quiet = { logsEveryRun: false, logFormat: 'JSON' };

/** The stage prod. test/cost/deployment.test.ts compares it with the template. */
export const prod: Deployment = {
  functions: {
    authorizer: { memory: 512, ...quiet },
    proxy: { memory: 512, ...quiet },
    tally: { memory: 512, ...quiet },
  },
  batching: { size: 1_000, windowMs: 25_000 },
  accessLogBytes: 304,
  rulesPerCall: 1,
};
