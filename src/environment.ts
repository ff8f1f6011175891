// Used by the constructs that set these variables and by the handlers that read them: keep it light.
import * as v from 'valibot';

const logLevel = v.picklist(['debug', 'info', 'warn', 'error']);

/** How much a function logs. */
export type LogLevel = v.InferOutput<typeof logLevel>;

const upstream = v.strictObject({
  url: v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//, 'must be an http or https URL')),
  /** Name of a Secrets Manager secret with what to add to each request; see src/upstream/credentials.ts. */
  secretName: v.optional(v.pipe(v.string(), v.nonEmpty())),
});

/** A chain node's URL and, where it wants credentials, the name of the secret that holds them. */
export type Upstream = v.InferOutput<typeof upstream>;

/** The upstreams of each network, in order of preference. */
export const upstreamsSchema = v.record(
  v.string(),
  v.pipe(v.array(upstream), v.minLength(1, 'needs at least one upstream')),
);

/** {@link upstreamsSchema} */
export type Upstreams = v.InferOutput<typeof upstreamsSchema>;

const tableName = v.pipe(v.string(), v.nonEmpty());

/** What the authorizer reads from its environment. */
export const authorizerEnvironment = v.object({
  DIRECTORY_TABLE: tableName,
  RECORDS_TABLE: tableName,
  LOG_LEVEL: logLevel,
});

/** What the proxy reads from its environment; UPSTREAMS is {@link upstreamsSchema} as JSON. */
export const proxyEnvironment = v.object({
  ADMISSIONS_TABLE: tableName,
  RECORDS_TABLE: tableName,
  UPSTREAMS: v.pipe(v.string(), v.parseJson(), upstreamsSchema),
  LOG_LEVEL: logLevel,
});

/** What the tally reads from its environment. */
export const tallyEnvironment = v.object({
  USAGE_TABLE: tableName,
  LOG_LEVEL: logLevel,
});

/** What the control plane reads from its environment. */
export const controlPlaneEnvironment = v.object({
  DIRECTORY_TABLE: tableName,
  ADMISSIONS_TABLE: tableName,
  RECORDS_TABLE: tableName,
  USAGE_TABLE: tableName,
  /** ARN of the Secrets Manager secret whose value is the key that signs cursors. */
  CURSOR_SECRET: v.pipe(v.string(), v.nonEmpty()),
  /** Address of the RPC API, without a slash at its end; a network's endpoint is this and its route's path. */
  RPC_URL: v.pipe(v.string(), v.url(), v.regex(/[^/]$/, 'must not end in a slash')),
  LOG_LEVEL: logLevel,
});

/** The variables a construct sets for each function: names from the schema, values as strings. */
export type AuthorizerVariables = v.InferInput<typeof authorizerEnvironment>;
export type ProxyVariables = v.InferInput<typeof proxyEnvironment>;
export type TallyVariables = v.InferInput<typeof tallyEnvironment>;
export type ControlPlaneVariables = v.InferInput<typeof controlPlaneEnvironment>;

/** Variables of a function's environment are missing or wrong; the message names each of them. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  readonly code = 'invalid_environment';
}

/**
 * Parses a function's environment once, at start-up.
 * @throws {EnvironmentError}
 */
export function readEnvironment<T extends v.GenericSchema>(schema: T, variables: NodeJS.ProcessEnv): v.InferOutput<T> {
  const result = v.safeParse(schema, variables);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
  throw new EnvironmentError(problems.join('; '));
}
