/** The handler of each function by the function's name. The bundle is `index.mjs` or `index.js`, and exports `handler`. */
export const functionSources = {
  'account-sweep': { entry: 'lambda/account-sweep.ts', format: 'cjs' },
  api: { entry: 'lambda/api.ts', format: 'cjs' },
  authorizer: { entry: 'lambda/authorizer.ts', format: 'esm' },
  'billing-events': { entry: 'lambda/billing-events.ts', format: 'cjs' },
  'billing-reconciliation': { entry: 'lambda/billing-reconciliation.ts', format: 'cjs' },
  'endpoint-watch': { entry: 'lambda/endpoint-watch.ts', format: 'esm' },
  'key-api': { entry: 'lambda/key-api.ts', format: 'esm' },
  'key-authorizer': { entry: 'lambda/key-authorizer.ts', format: 'esm' },
  operator: { entry: 'lambda/operator.ts', format: 'cjs' },
  'pre-traffic-check': { entry: 'lambda/pre-traffic-check.ts', format: 'cjs' },
  proxy: { entry: 'lambda/proxy.ts', format: 'esm' },
  'public-api': { entry: 'lambda/public-api.ts', format: 'cjs' },
  'sign-up-mail': { entry: 'lambda/sign-up-mail.ts', format: 'cjs' },
  tally: { entry: 'lambda/tally.ts', format: 'esm' },
  'token-authorizer': { entry: 'lambda/token-authorizer.ts', format: 'esm' },
  'usage-days': { entry: 'lambda/usage-days.ts', format: 'esm' },
  'user-confirmed': { entry: 'lambda/user-confirmed.ts', format: 'cjs' },
  watch: { entry: 'lambda/watch.ts', format: 'esm' },
} as const satisfies Readonly<Record<string, FunctionSource>>;

type FunctionSource = {
  /** The handler's file, relative to the root of the repository. */
  readonly entry: string;
  /** An ES module can await its warm-up during INIT. Functions with the AWS SDK start faster as CommonJS. */
  readonly format: 'esm' | 'cjs';
};

/** The bundle of a function. */
export type FunctionBundle = keyof typeof functionSources;

/** The names of the functions of an instance. Two of them run one bundle. */
export type FunctionName = FunctionBundle | 'operator-reads';
