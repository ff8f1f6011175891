import type { Variables } from './read-environment.ts';
import { isHttpUrl, isNonEmptyString, isOneOf } from './schema.ts';

// The constructs that set these variables and the handlers that read them both import this file: keep it light.

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof logLevels)[number];

const isLogLevel = isOneOf(logLevels);

/** A URL without a trailing slash, so that a path can be appended. */
const isAddress = (value: unknown): value is string => isHttpUrl(value) && !value.endsWith('/');

// Not `isOptional(…)` within the objects below: a call there keeps the whole object in every function's bundle.
const isOptionalText = (value: unknown): value is string | undefined => value === undefined || isNonEmptyString(value);
const isOptionalAddress = (value: unknown): value is string | undefined => value === undefined || isAddress(value);
const isOptionalSwitch = (value: unknown): value is 'on' | 'off' | undefined =>
  value === undefined || value === 'on' || value === 'off';

const isLeakResponse = (value: unknown): value is 'off' | 'report' | 'revoke' =>
  value === 'off' || value === 'report' || value === 'revoke';

/** What every function has for its clients of AWS's services. */
export type ClientVariables = {
  /** The end of the services' host names, such as `amazonaws.com`. */
  readonly URL_SUFFIX: string;
};

export const authorizerEnvironment = {
  DIRECTORY_TABLE: isNonEmptyString,
  /** The setting `importedKeys`. Default: off. Not in the settings' file, whose schema the proxy has, too. */
  IMPORTED_KEYS: isOptionalSwitch,
  LOG_LEVEL: isLogLevel,
};

export const keyAuthorizerEnvironment = {
  DIRECTORY_TABLE: isNonEmptyString,
  RECORDS_TABLE: isNonEmptyString,
  /** See {@link authorizerEnvironment}. */
  IMPORTED_KEYS: isOptionalSwitch,
  LOG_LEVEL: isLogLevel,
};

export const tokenAuthorizerEnvironment = {
  DIRECTORY_TABLE: isNonEmptyString,
  LOG_LEVEL: isLogLevel,
};

export const proxyEnvironment = {
  DIRECTORY_TABLE: isNonEmptyString,
  /** See {@link authorizerEnvironment}. */
  IMPORTED_KEYS: isOptionalSwitch,
  ADMISSIONS_TABLE: isNonEmptyString,
  RECORDS_TABLE: isNonEmptyString,
  /** `on` forwards reads in parallel with their admission. Default: off. */
  OVERLAP_READS: isOptionalSwitch,
  NETWORKS_TABLE: isNonEmptyString,
  LOG_LEVEL: isLogLevel,
};

export const tallyEnvironment = {
  USAGE_TABLE: isNonEmptyString,
  /** The bucket for records that cannot be counted. */
  FAILURE_BUCKET: isNonEmptyString,
  METRICS_NAMESPACE: isNonEmptyString,
  LOG_LEVEL: isLogLevel,
};

export const watchEnvironment = {
  NETWORKS_TABLE: isNonEmptyString,
  /** The RPC API's URL without a trailing slash. Not in a VPC, where endpoint-watch checks it. */
  RPC_URL: isOptionalAddress,
  /** Not with light operations: then a function that runs by a schedule emits no metrics. */
  METRICS_NAMESPACE: isOptionalText,
  LOG_LEVEL: isLogLevel,
};

export const endpointWatchEnvironment = {
  /** The RPC API's URL without a trailing slash. */
  RPC_URL: isAddress,
  METRICS_NAMESPACE: isOptionalText,
  LOG_LEVEL: isLogLevel,
};

export const usageDaysEnvironment = {
  DIRECTORY_TABLE: isNonEmptyString,
  RECORDS_TABLE: isNonEmptyString,
  USAGE_TABLE: isNonEmptyString,
  NETWORKS_TABLE: isNonEmptyString,
  /** The bucket of the dashboard's files, for the public status file. Not without the setting `statusPage`. */
  STATUS_BUCKET: isOptionalText,
  METRICS_NAMESPACE: isOptionalText,
  LOG_LEVEL: isLogLevel,
};

/** The public status file, in the root of the dashboard's files. */
export const statusFileName = 'status.json';

/** The event that makes usage-days write it. */
export const statusEvent = { write: statusFileName } as const;

export const accountSweepEnvironment = {
  DIRECTORY_TABLE: isNonEmptyString,
  USAGE_TABLE: isNonEmptyString,
  USER_POOL_ID: isNonEmptyString,
  /** See {@link controlPlaneEnvironment}. */
  BILLING_SETTINGS: isOptionalText,
  METRICS_NAMESPACE: isOptionalText,
  LOG_LEVEL: isLogLevel,
};

/** Of the function that gets Stripe's events. */
export const billingEventsEnvironment = {
  DIRECTORY_TABLE: isNonEmptyString,
  BILLING_SETTINGS: isNonEmptyString,
  LOG_LEVEL: isLogLevel,
};

export const billingReconciliationEnvironment = {
  DIRECTORY_TABLE: isNonEmptyString,
  USAGE_TABLE: isNonEmptyString,
  BILLING_SETTINGS: isNonEmptyString,
  METRICS_NAMESPACE: isOptionalText,
  LOG_LEVEL: isLogLevel,
};

export const preTrafficCheckEnvironment = {
  /** The ARNs of the versions to check. */
  AUTHORIZER_VERSION: isNonEmptyString,
  PROXY_VERSION: isNonEmptyString,
  TALLY_VERSION: isNonEmptyString,
  /** Gets the secrets of the check's keys, for as long as it runs. */
  DIRECTORY_TABLE: isNonEmptyString,
  LOG_LEVEL: isLogLevel,
};

/**
 * The dashboard's CloudFront distribution adds this header with a secret value, and replaces it if a client sends it
 * (CloudFront Developer Guide, "Add custom headers to origin requests").
 */
export const originHeader = 'x-origin-verify';

export const controlPlaneEnvironment = {
  /** The sender, like `Sluice <hello@example.com>`. Without one, the old address of an account is not told of a change. */
  MAIL_FROM: isOptionalText,
  MAIL_REGION: isOptionalText,
  MAIL_REPLY_TO: isOptionalText,
  /** Where customers get help: an https or mailto URL. Only with a sender of mails. */
  SUPPORT_URL: isOptionalText,
  DIRECTORY_TABLE: isNonEmptyString,
  ADMISSIONS_TABLE: isNonEmptyString,
  RECORDS_TABLE: isNonEmptyString,
  USAGE_TABLE: isNonEmptyString,
  NETWORKS_TABLE: isNonEmptyString,
  /** The ARN of the Secrets Manager secret with the key that signs cursors. */
  CURSOR_SECRET: isNonEmptyString,
  /** The ARN of the secret with the value of {@link originHeader}. */
  ORIGIN_SECRET: isNonEmptyString,
  /** The RPC API's URL without a trailing slash. A network's endpoint appends its route's path. */
  RPC_URL: isAddress,
  USER_POOL_ID: isNonEmptyString,
  /** The app client with which functions check a password. */
  SERVER_CLIENT_ID: isNonEmptyString,
  /** The setting `secretPrefix`. */
  SECRET_PREFIX: isNonEmptyString,
  /** JSON (src/billing/billing-settings.ts). Billing is off without it. */
  BILLING_SETTINGS: isOptionalText,
  /** Where Stripe's pages lead back to, without a trailing slash. Only with billing. */
  DASHBOARD_URL: isOptionalAddress,
  LOG_LEVEL: isLogLevel,
};

/** Of the functions that run the operator's commands. */
export const operatorEnvironment = {
  DIRECTORY_TABLE: isNonEmptyString,
  ADMISSIONS_TABLE: isNonEmptyString,
  RECORDS_TABLE: isNonEmptyString,
  USAGE_TABLE: isNonEmptyString,
  USER_POOL_ID: isNonEmptyString,
  /** See {@link controlPlaneEnvironment}. */
  BILLING_SETTINGS: isOptionalText,
  /** The setting `secretPrefix`. */
  SECRET_PREFIX: isNonEmptyString,
  /** `on` runs only commands that change nothing. Default: off. */
  READ_ONLY: isOptionalSwitch,
  LOG_LEVEL: isLogLevel,
};

/** Of the function for callers without a token. */
export const publicApiEnvironment = {
  DIRECTORY_TABLE: isNonEmptyString,
  USER_POOL_ID: isNonEmptyString,
  SERVER_CLIENT_ID: isNonEmptyString,
  SIGN_UP_MAIL_FUNCTION: isNonEmptyString,
  ORIGIN_SECRET: isNonEmptyString,
  /** The setting `leakedKeys`. */
  LEAKS_BY_HOLDER: isLeakResponse,
  LEAKS_BY_GITHUB: isLeakResponse,
  /** Default: GitHub's list. */
  GITHUB_KEYS_URL: isOptionalText,
  METRICS_NAMESPACE: isNonEmptyString,
  LOG_LEVEL: isLogLevel,
};

export const signUpMailEnvironment = {
  /** The sender, as above. Without one, a known address gets no mail. */
  MAIL_FROM: isOptionalText,
  MAIL_REGION: isOptionalText,
  MAIL_REPLY_TO: isOptionalText,
  USER_POOL_ID: isNonEmptyString,
  /** Without a trailing slash, if it is known. */
  DASHBOARD_URL: isOptionalAddress,
  LOG_LEVEL: isLogLevel,
};

export const userConfirmedEnvironment = {
  DIRECTORY_TABLE: isNonEmptyString,
  LOG_LEVEL: isLogLevel,
};

export const keyApiEnvironment = {
  ADMISSIONS_TABLE: isNonEmptyString,
  USAGE_TABLE: isNonEmptyString,
  LOG_LEVEL: isLogLevel,
};

export type AuthorizerVariables = Variables<typeof authorizerEnvironment>;
export type KeyAuthorizerVariables = Variables<typeof keyAuthorizerEnvironment>;
export type TokenAuthorizerVariables = Variables<typeof tokenAuthorizerEnvironment>;
export type ProxyVariables = Variables<typeof proxyEnvironment>;
export type TallyVariables = Variables<typeof tallyEnvironment>;
export type WatchVariables = Variables<typeof watchEnvironment>;
export type EndpointWatchVariables = Variables<typeof endpointWatchEnvironment>;
export type UsageDaysVariables = Variables<typeof usageDaysEnvironment>;
export type AccountSweepVariables = Variables<typeof accountSweepEnvironment>;
export type BillingEventsVariables = Variables<typeof billingEventsEnvironment>;
export type BillingReconciliationVariables = Variables<typeof billingReconciliationEnvironment>;
export type ControlPlaneVariables = Variables<typeof controlPlaneEnvironment>;
export type PublicApiVariables = Variables<typeof publicApiEnvironment>;
export type OperatorVariables = Variables<typeof operatorEnvironment>;
export type SignUpMailVariables = Variables<typeof signUpMailEnvironment>;
export type UserConfirmedVariables = Variables<typeof userConfirmedEnvironment>;
export type KeyApiVariables = Variables<typeof keyApiEnvironment>;

/** The sparse index of Usage with the due day items: only items with its partition key are in it. */
export const dueIndex = { name: 'Due', partitionKey: 'due' } as const;
