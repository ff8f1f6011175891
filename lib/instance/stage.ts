import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PriceClass } from 'aws-cdk-lib/aws-cloudfront';
import { type ILambdaDeploymentConfig, LambdaDeploymentConfig } from 'aws-cdk-lib/aws-codedeploy';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { SystemLogLevel } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { LogLevel } from '../../src/environment.ts';
import type { ProvisionedCapacity } from '../settings/capacity-settings.ts';
import { ConfigurationError } from '../settings/configuration-error.ts';
import { isPlain } from '../settings/known-at-synthesis.ts';
import { type Operations, operationsOf } from '../settings/operations.ts';
import { stageRates, type Throttle, throttleOf } from '../settings/request-rate.ts';
import { type AlarmThresholds, alarmThresholds } from './alarm-thresholds.ts';
import type { ReservedConcurrency } from './lambda-concurrency.ts';

/** The settings that differ between stages. */
export type StagePreset = {
  readonly name: string;
  /** Whether `-c account=` is required. The constructs do not enforce it: the account is that of their stack's `env`. */
  readonly namesItsAccount: boolean;
  /** Whether the stack and its tables are protected from deletion. */
  readonly deletionProtection: boolean;
  /**
   * For tables, logs and buckets when the stack is deleted. CloudFormation never deletes a bucket that is not empty, and
   * the dashboard's never is: empty it first.
   */
  readonly removalPolicy: RemovalPolicy;
  readonly logRetention: RetentionDays;
  readonly logLevel: LogLevel;
  /** For Lambda's own lines: those for each invocation have the level INFO. */
  readonly systemLogLevel: SystemLogLevel;
  /**
   * How long the tally waits for more records: a longer window costs a quiet key fewer writes, but its tallies are later.
   * A full batch does not wait.
   */
  readonly tallyWindow: Duration;
  /** Limits for all requests to each API. */
  readonly throttle: {
    readonly rpc: Throttle;
    readonly management: Throttle;
    /** Of each route without a token. */
    readonly publicRoute: Throttle;
    /** Of the route for Stripe's events. */
    readonly billingEvents: Throttle;
  };
  /** In megabytes; CPU grows with memory. */
  readonly memory: {
    readonly authorizer: number;
    readonly proxy: number;
    readonly tally: number;
    readonly api: number;
    readonly watch: number;
    readonly usageDays: number;
    readonly preTrafficCheck: number;
  };
  /**
   * `full`: all alarms, the CloudWatch dashboard, the rules of Contributor Insights, and releases with CodeDeploy. `light`: the
   * alarms on calls alone, and metrics only while there are calls.
   */
  readonly operations: Operations;
  /** How traffic moves to new versions of authorizer, proxy and tally, with full operations. */
  readonly release: ILambdaDeploymentConfig;
  /** Whether calls that only read are forwarded while they are admitted (docs/decisions/0013). */
  readonly overlapReads: boolean;
  readonly alarms: AlarmThresholds;
  /** The CloudFront locations that serve the dashboard. */
  readonly priceClass: PriceClass;
  /** The default of the instance's `dashboardOrigin`. */
  readonly dashboardOrigin?: string;
};

/** A stage as an instance of Sluice deploys it. */
export type Stage = StagePreset & {
  /** The instance's name, which the names of its resources contain: unique in an account and region. */
  readonly instance: string;
  /** The folder of the built functions (`Artifacts`). */
  readonly functions: string;
  /** From the setting `lambdaConcurrency`. */
  readonly reservedConcurrency?: ReservedConcurrency;
  /** Of Admissions and Records, from the setting `capacity`; on demand without it. */
  readonly capacity?: ProvisionedCapacity;
  /** Of tables, logs and the alarm topic, from the setting `customerManagedKey`; AWS's own keys without it. */
  readonly encryptionKey?: IKey;
  /** Names of alarms that must not stop a release. */
  readonly releaseDespiteAlarms?: readonly string[];
};

// The dashboard's users need little. The limit keeps other clients from using up the quota shared with the RPC API.
const management: Throttle = { rateLimit: 500, burstLimit: 500 };

// Far above what one source may send, which the function refuses first: junk of one host must not use up the room of all.
const publicRoute: Throttle = { rateLimit: 300, burstLimit: 500 };

// Stripe sends a handful of events for each payment, and repeats those that are refused with 429.
const billingEvents: Throttle = { rateLimit: 20, burstLimit: 100 };

const dev: StagePreset = {
  name: 'dev',
  namesItsAccount: false,
  deletionProtection: false,
  removalPolicy: RemovalPolicy.DESTROY,
  logRetention: RetentionDays.ONE_WEEK,
  logLevel: 'debug',
  systemLogLevel: SystemLogLevel.INFO,
  tallyWindow: Duration.seconds(1),
  throttle: { rpc: throttleOf(stageRates.dev), management, publicRoute, billingEvents },
  memory: { authorizer: 256, proxy: 512, tally: 256, api: 512, watch: 256, usageDays: 512, preTrafficCheck: 256 },
  operations: operationsOf.dev,
  release: LambdaDeploymentConfig.ALL_AT_ONCE,
  overlapReads: true,
  alarms: alarmThresholds,
  priceClass: PriceClass.PRICE_CLASS_100,
  // Vite's development server.
  dashboardOrigin: 'http://localhost:5173',
};

const prod: StagePreset = {
  name: 'prod',
  namesItsAccount: true,
  deletionProtection: true,
  removalPolicy: RemovalPolicy.RETAIN,
  logRetention: RetentionDays.THREE_MONTHS,
  logLevel: 'info',
  // Two lines for each call would be an eighth of its cost; CloudWatch has their figures as metrics.
  systemLogLevel: SystemLogLevel.WARN,
  // With one call every two seconds a key costs 2.2 write units per call; with a window of 1 s, 4.0 (docs/performance.md).
  tallyWindow: Duration.seconds(25),
  throttle: { rpc: throttleOf(stageRates.prod), management, publicRoute, billingEvents },
  memory: { authorizer: 512, proxy: 512, tally: 512, api: 1_024, watch: 256, usageDays: 512, preTrafficCheck: 256 },
  operations: operationsOf.prod,
  // Long enough for alarms on one-minute metrics, with few enough calls at risk.
  release: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  overlapReads: true,
  alarms: alarmThresholds,
  priceClass: PriceClass.PRICE_CLASS_ALL,
};

const stages = { dev, prod } as const;

export type StageName = keyof typeof stages;

/**
 * The preset with a name, or the given one. Default: prod, so that only `dev` on purpose deletes customers' data.
 * @throws {ConfigurationError} if there is no such stage, or the preset is not complete
 */
export function presetOf(stage: StageName | StagePreset = 'prod'): StagePreset {
  if (typeof stage === 'string') return stageNamed(stage);
  const missing = missingIn(stage, prod);
  if (missing.length === 0) return stage;
  throw new ConfigurationError(
    `The stage lacks ${missing.join(', ')}. Begin with those of another stage: { ...stageNamed('prod'), name: 'staging' }.`,
  );
}

/** The paths of what a complete object has, and the given one does not. */
const missingIn = (given: object, complete: object, path = ''): string[] =>
  Object.entries(complete).flatMap(([name, value]) => {
    const own: unknown = Object.entries(given).find(([key]) => key === name)?.[1];
    if (own === undefined) return [path + name];
    return isPlain(value) && isPlain(own) ? missingIn(own, value, `${path}${name}.`) : [];
  });

/**
 * The preset with a name.
 * @throws {ConfigurationError} if there is no such stage
 */
export function stageNamed(name: unknown): StagePreset {
  const presets = Object.values(stages);
  const stage = presets.find((candidate) => candidate.name === name);
  if (stage) return stage;
  const choices = presets.map((candidate) => candidate.name).join(' or ');
  throw new ConfigurationError(`Unknown stage ${JSON.stringify(name)}: use ${choices}.`);
}

/**
 * A name for a resource whose names are unique in the account and not in a region: without the region, an instance could
 * not be deployed to a second one.
 */
export const globalName = (scope: Construct, { instance }: Stage): string =>
  `sluice-${instance}-${Stack.of(scope).region}`;

/** How long a log is kept, and the key that encrypts it. */
export const logSettings = ({ logRetention: retention, removalPolicy, encryptionKey }: Stage) => ({
  retention,
  removalPolicy,
  ...(encryptionKey && { encryptionKey }),
});

/** The CloudWatch namespace of an instance's metrics: instances in one account have separate ones. */
export const metricsNamespace = ({ instance }: Stage): string => `Sluice/${instance}`;

/** For a function that emits metrics even if there are no calls. With light operations nobody looks at these, so that it emits none. */
export const metricsVariable = (stage: Stage): { readonly METRICS_NAMESPACE?: string } =>
  stage.operations === 'full' ? { METRICS_NAMESPACE: metricsNamespace(stage) } : {};
