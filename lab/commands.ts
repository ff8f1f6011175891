/** A program that measures or attacks the gateway. */
type LabCommand = {
  /** What it does, and its main options. */
  readonly about: string;
  /** Imports the program, which then runs with the arguments in `process.argv`. */
  readonly start: () => Promise<unknown>;
  /** Environment variables that are set unless the caller has set them. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Arguments before the caller's. */
  readonly args?: readonly string[];
};

/** Amazon's DynamoDB Local: the embedded one does not count capacity units as DynamoDB does. */
const amazon = { CDK_LOCAL_DYNAMODB: 'amazon' };

/** The programs by the names that `npm run lab -- NAME` takes. */
export const commands: Readonly<Record<string, LabCommand>> = {
  bench: {
    about: 'measures what a call costs in time, units and bytes: lab/bench/results/. [NAME…] [--check]',
    start: () => import('./bench/run.ts'),
    variables: amazon,
  },
  against: {
    about: 'measures the request path beside an older revision. REVISION [NAME]',
    start: () => import('./bench/against.ts'),
    variables: amazon,
  },
  cost: { about: 'computes what calls, plans and a stack cost', start: () => import('./bench/cost.ts') },
  scale: {
    about: 'computes what large loads need, and simulates them: docs/scale.md. [SECTION]',
    start: () => import('./bench/scale.ts'),
  },
  lighthouse: {
    about: 'measures the dashboard on a simulated phone. [PAGE…]',
    start: () => import('./lighthouse/run.ts'),
  },
  interactions: {
    about: 'measures how fast a large account in the dashboard answers clicks and keys. [keys] [history] [usage]',
    start: () => import('./lighthouse/interactions.ts'),
  },
  'page-memory': {
    about: 'measures the heap of a dashboard after 200 changes of page',
    start: () => import('./lighthouse/page-memory.ts'),
  },
  chaos: {
    about: 'tries the promises under faults: docs/reliability.md. [PART…] [--seed N] [--scale X]',
    start: () => import('./chaos/run.ts'),
    variables: amazon,
  },
  soak: {
    about: 'a steady load with faults. [--seconds N] [--per-second N]',
    start: () => import('./chaos/soak/soak.ts'),
    variables: amazon,
  },
  mutation: { about: 'changes the code and runs its tests. [FOLDER…]', start: () => import('./mutation/run.ts') },
  histories: {
    about: 'random histories of the limits: docs/limits.md. [--histories N] [--seed N] [--dynamodb-local]',
    start: () => import('../test/limits/model/run.ts'),
    variables: amazon,
  },
  'billing-histories': {
    about: 'random histories of billing. BILLING_RUNS and BILLING_SEED say how many, and which',
    start: () => import('../test/billing/model/run.ts'),
    variables: amazon,
  },
  emulator: {
    about: 'deploys to ministack, an emulator of AWS, as operators and customers do. Needs Python 3 and PyPI. [PART]',
    start: () => import('./emulator/run.ts'),
  },
  examples: {
    about:
      "compares a node's answers to a specification's examples with the gateway's. --chain CHAIN PATH [--node URL]",
    start: () => import('./examples/run.ts'),
  },
  faults: {
    about: 'histories of replays with faults. FAULT_RUNS says how many',
    start: () => import('../test/run.ts'),
    variables: { FAULT_RUNS: '500' },
    args: ['test/replay/exactly-once'],
  },
  'take-overs': {
    about:
      'a victim and an attacker who knows their address. TAKE_OVER_RUNS and TAKE_OVER_SEED say how many, and which',
    start: () => import('../test/run.ts'),
    variables: { TAKE_OVER_RUNS: '1000' },
    args: ['test/accounts/take-over'],
  },
};
