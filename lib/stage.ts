import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PriceClass } from 'aws-cdk-lib/aws-cloudfront';
import { type ILambdaDeploymentConfig, LambdaDeploymentConfig } from 'aws-cdk-lib/aws-codedeploy';
import { SystemLogLevel } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { LogLevel } from '../src/environment.ts';
import type { ProvisionedCapacity } from './capacity.ts';
import { ConfigurationError } from './context.ts';
import type { ReservedConcurrency } from './lambda-concurrency.ts';
import { type AlarmThresholds, alarmThresholds } from './monitoring/alarm-thresholds.ts';

/** What differs between the deployments of Sluice. */
export type Stage = {
  readonly name: string;
  /** Whether a deployment must say which account it is for. */
  readonly namesItsAccount: boolean;
  /** Whether the stack and its tables refuse to be deleted. */
  readonly deletionProtection: boolean;
  /**
   * What becomes of tables, logs and buckets when the stack is deleted. A bucket that still holds something, as the
   * dashboard's always does, is never deleted by CloudFormation: empty it first.
   */
  readonly removalPolicy: RemovalPolicy;
  readonly logRetention: RetentionDays;
  readonly logLevel: LogLevel;
  /** Of what Lambda itself writes of a function: its lines for each invocation are of the level INFO. */
  readonly systemLogLevel: SystemLogLevel;
  /**
   * How long the tally waits for more records before it counts some: what a quiet key's tallies cost, against how far
   * they lie behind. A batch that is full does not wait.
   */
  readonly tallyWindow: Duration;
  /** Requests of all customers together to each API. */
  readonly throttle: { readonly rpc: Throttle; readonly management: Throttle };
  /** Megabytes; the share of a processor grows with them. */
  readonly memory: {
    readonly authorizer: number;
    readonly proxy: number;
    readonly tally: number;
    readonly api: number;
    readonly watch: number;
    readonly usageDays: number;
    readonly preTrafficCheck: number;
  };
  /** Executions that are kept for each function; none are, unless the context says so. */
  readonly reservedConcurrency?: ReservedConcurrency;
  /** What Admissions and Records are provisioned with; they are on demand, unless the context says so. */
  readonly capacity?: ProvisionedCapacity;
  /** How new versions of authorizer, proxy and tally take over. */
  readonly release: ILambdaDeploymentConfig;
  /** Whether calls that only read are forwarded while they are admitted (docs/decisions/0013). */
  readonly overlapReads: boolean;
  /** When each alarm goes off. */
  readonly alarms: AlarmThresholds;
  /** Where in the world CloudFront serves the dashboard from. */
  readonly priceClass: PriceClass;
  /** An origin beside the dashboard's own whose pages may call the management API, unless the context names another. */
  readonly dashboardOrigin?: string;
};

/** Requests a second on average, and at once. */
export type Throttle = { readonly rateLimit: number; readonly burstLimit: number };

// People who click need little: whoever asks for more is kept from the quota that the RPC API shares.
const management: Throttle = { rateLimit: 500, burstLimit: 500 };

const dev: Stage = {
  name: 'dev',
  namesItsAccount: false,
  deletionProtection: false,
  removalPolicy: RemovalPolicy.DESTROY,
  logRetention: RetentionDays.ONE_WEEK,
  logLevel: 'debug',
  systemLogLevel: SystemLogLevel.INFO,
  tallyWindow: Duration.seconds(1),
  // Above the fastest plan's 800 calls a second, so that a key's own limit is met first.
  throttle: { rpc: { rateLimit: 5_000, burstLimit: 2_500 }, management },
  memory: { authorizer: 256, proxy: 512, tally: 256, api: 512, watch: 256, usageDays: 512, preTrafficCheck: 256 },
  release: LambdaDeploymentConfig.ALL_AT_ONCE,
  overlapReads: true,
  alarms: alarmThresholds,
  priceClass: PriceClass.PRICE_CLASS_100,
  // Where Vite serves the dashboard while it is worked on.
  dashboardOrigin: 'http://localhost:5173',
};

const prod: Stage = {
  name: 'prod',
  namesItsAccount: true,
  deletionProtection: true,
  removalPolicy: RemovalPolicy.RETAIN,
  logRetention: RetentionDays.THREE_MONTHS,
  logLevel: 'info',
  // Two lines for each call would be an eighth of what the call costs; CloudWatch has their figures as metrics.
  systemLogLevel: SystemLogLevel.WARN,
  // A key that makes a call in two seconds then costs 2.2 write units a call, and 4.0 with a second (docs/performance.md).
  tallyWindow: Duration.seconds(25),
  // The default quota of an account in a region (Amazon API Gateway quotas).
  throttle: { rpc: { rateLimit: 10_000, burstLimit: 5_000 }, management },
  memory: { authorizer: 512, proxy: 512, tally: 512, api: 1_024, watch: 256, usageDays: 512, preTrafficCheck: 256 },
  // Long enough for an alarm that looks at minutes, and few enough calls for it to go off in time.
  release: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  overlapReads: true,
  alarms: alarmThresholds,
  priceClass: PriceClass.PRICE_CLASS_ALL,
};

const stages: readonly Stage[] = [dev, prod];

/**
 * The stage of that name, as given by `-c stage=NAME`.
 * @throws {ConfigurationError} when there is none.
 */
export function stageNamed(name: unknown): Stage {
  const stage = stages.find((candidate) => candidate.name === name);
  if (stage) return stage;
  const choices = stages.map((candidate) => `-c stage=${candidate.name}`).join(' or ');
  throw new ConfigurationError(`Unknown stage ${JSON.stringify(name)}: use ${choices}.`);
}

/** CloudWatch's namespace for a stage's own metrics, so that stages that share an account keep theirs apart. */
export const metricsNamespace = (stage: Stage): string => `Sluice/${stage.name}`;
