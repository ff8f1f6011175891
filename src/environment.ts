import {
  isArrayOf,
  isHttpUrl,
  isNonEmptyString,
  isObjectOf,
  isOneOf,
  isOptional,
  isRecordOf,
  parseJson,
  type Schema,
  type SchemaValue,
} from './schema.ts';

// Used by the constructs that set these variables and by the handlers that read them: keep it light.

/** How much a function may log, from all of it to the least. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** How much a function logs. */
export type LogLevel = (typeof logLevels)[number];

/** A chain node's URL and, where it wants credentials, the name of the secret that holds them. */
export type Upstream = {
  /** `http` or `https`. */
  readonly url: string;
  /** Name of a Secrets Manager secret with what to add to each request; see src/upstream/upstream-credentials.ts. */
  readonly secretName?: string | undefined;
};

/** The upstreams of each network, in order of preference. */
export type Upstreams = Record<string, readonly Upstream[]>;

const isLogLevel = isOneOf(logLevels);

/** What the authorizer reads from its environment. */
export const authorizerEnvironment = {
  DIRECTORY_TABLE: isNonEmptyString,
  RECORDS_TABLE: isNonEmptyString,
  LOG_LEVEL: isLogLevel,
};

/** What the proxy reads from its environment. */
export const proxyEnvironment = {
  ADMISSIONS_TABLE: isNonEmptyString,
  RECORDS_TABLE: isNonEmptyString,
  /** {@link Upstreams} as JSON; see {@link readUpstreams}. */
  UPSTREAMS: isNonEmptyString,
  /** Whether calls that only read are forwarded while they are admitted; not where it is missing. */
  OVERLAP_READS: isOptional(isOneOf(['on', 'off'])),
  /** Where watch writes what it knows of the nodes. */
  NETWORKS_TABLE: isNonEmptyString,
  LOG_LEVEL: isLogLevel,
};

/** What the tally reads from its environment. */
export const tallyEnvironment = {
  USAGE_TABLE: isNonEmptyString,
  /** Where what cannot be counted is kept. */
  FAILURE_BUCKET: isNonEmptyString,
  /** CloudWatch's namespace for this stage's metrics. */
  METRICS_NAMESPACE: isNonEmptyString,
  LOG_LEVEL: isLogLevel,
};

/** An address to which a path is added. */
const isAddress = (value: unknown): value is string => isHttpUrl(value) && !value.endsWith('/');

/** What watch reads from its environment. */
export const watchEnvironment = {
  NETWORKS_TABLE: isNonEmptyString,
  /** {@link Upstreams} as JSON; see {@link readUpstreams}. */
  UPSTREAMS: isNonEmptyString,
  /** Address of the RPC API, without a slash at its end. */
  RPC_URL: isAddress,
  /** CloudWatch's namespace for this stage's metrics. */
  METRICS_NAMESPACE: isNonEmptyString,
  LOG_LEVEL: isLogLevel,
};

/** What usage-days reads from its environment. */
export const usageDaysEnvironment = {
  USAGE_TABLE: isNonEmptyString,
  /** CloudWatch's namespace for this stage's metrics. */
  METRICS_NAMESPACE: isNonEmptyString,
  LOG_LEVEL: isLogLevel,
};

/** What the pre-traffic check reads from its environment: the ARNs of the versions that it tries. */
export const preTrafficCheckEnvironment = {
  AUTHORIZER_VERSION: isNonEmptyString,
  PROXY_VERSION: isNonEmptyString,
  TALLY_VERSION: isNonEmptyString,
  LOG_LEVEL: isLogLevel,
};

/** What the control plane reads from its environment. */
export const controlPlaneEnvironment = {
  DIRECTORY_TABLE: isNonEmptyString,
  ADMISSIONS_TABLE: isNonEmptyString,
  RECORDS_TABLE: isNonEmptyString,
  USAGE_TABLE: isNonEmptyString,
  /** ARN of the Secrets Manager secret whose value is the key that signs cursors. */
  CURSOR_SECRET: isNonEmptyString,
  /** Address of the RPC API, without a slash at its end; a network's endpoint is this and its route's path. */
  RPC_URL: isAddress,
  LOG_LEVEL: isLogLevel,
};

type Forms = Readonly<Record<string, Schema<unknown>>>;

/** The variables a construct sets for a function, and a function reads: names from its forms. */
export type Variables<F extends Forms> = { readonly [Name in keyof F]: SchemaValue<F[Name]> };
export type AuthorizerVariables = Variables<typeof authorizerEnvironment>;
export type ProxyVariables = Variables<typeof proxyEnvironment>;
export type TallyVariables = Variables<typeof tallyEnvironment>;
export type WatchVariables = Variables<typeof watchEnvironment>;
export type UsageDaysVariables = Variables<typeof usageDaysEnvironment>;
export type PreTrafficCheckVariables = Variables<typeof preTrafficCheckEnvironment>;
export type ControlPlaneVariables = Variables<typeof controlPlaneEnvironment>;

/** Variables of a function's environment are missing or wrong; the message names each of them. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  readonly code = 'invalid_environment';

  constructor(names: readonly string[]) {
    super(`Missing or wrong: ${names.join(', ')}.`);
  }
}

/**
 * Checks a function's environment once, at start-up.
 * @throws {EnvironmentError}
 */
export function readEnvironment<F extends Forms>(forms: F, variables: NodeJS.ProcessEnv): Variables<F> {
  const isEnvironment: Schema<Variables<F>> = isObjectOf(forms);
  if (isEnvironment(variables)) return variables;
  throw new EnvironmentError(Object.keys(forms).filter((name) => !forms[name]?.(variables[name])));
}

const isUpstream: Schema<Upstream> = isObjectOf({ url: isHttpUrl, secretName: isOptional(isNonEmptyString) });
const areUpstreams: Schema<Upstreams> = isRecordOf(isArrayOf(isUpstream));

/**
 * Reads the variable UPSTREAMS.
 * @throws {EnvironmentError}
 */
export function readUpstreams(json: string): Upstreams {
  const upstreams = parseJson(json);
  if (areUpstreams(upstreams)) return upstreams;
  throw new EnvironmentError(['UPSTREAMS']);
}

// Used by the construct that makes the index and by the code that reads it: keep it light.

/** The index of Usage that has the days alone that are to be computed: those items that have its partition key. */
export const dueIndex = { name: 'Due', partitionKey: 'due' } as const;
