import { fileURLToPath } from 'node:url';
import { type Duration, Validations } from 'aws-cdk-lib';
import { ApplicationLogLevel, Architecture, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { LogLevel as LogLevelName } from '../src/environment.ts';
import { FunctionRole, type Grant } from './grants.ts';
import type { Stage } from './stage.ts';

export type GatewayFunctionProps = {
  readonly stage: Stage;
  readonly description: string;
  /** The handler's file, from the root of the repository. */
  readonly entry: string;
  /** An ES module, which can await its warm-up in the INIT phase; what brings the SDK starts faster as CommonJS. */
  readonly esModule?: boolean;
  /** Megabytes. */
  readonly memory: number;
  readonly timeout: Duration;
  /** Executions at once that are kept for it, and that it never exceeds; it shares the account's unless given. */
  readonly reservedConcurrency?: number | undefined;
  readonly variables: Readonly<Record<string, string>>;
  readonly grants: readonly Grant[];
};

const root = fileURLToPath(new URL('../', import.meta.url));

/** A Lambda function with a log group of its own, and a role of its own that holds exactly the grants given. */
export class GatewayFunction extends Construct {
  readonly handler: NodejsFunction;
  readonly logs: LogGroup;

  constructor(scope: Construct, id: string, props: GatewayFunctionProps) {
    super(scope, id);
    const { logRetention: retention, removalPolicy, logLevel, systemLogLevel } = props.stage;
    this.logs = new LogGroup(this, 'Logs', { retention, removalPolicy });
    this.handler = new NodejsFunction(this, 'Function', {
      ...build,
      bundling: { ...bundling, format: props.esModule ? OutputFormat.ESM : OutputFormat.CJS },
      entry: `${root}${props.entry}`,
      description: props.description,
      memorySize: props.memory,
      timeout: props.timeout,
      ...(props.reservedConcurrency !== undefined && { reservedConcurrentExecutions: props.reservedConcurrency }),
      environment: { ...props.variables },
      logGroup: this.logs,
      // Lines that are JSON already, as all of ours are, stay as they are ("Configuring JSON and plain text log formats").
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: applicationLogLevel[logLevel],
      systemLogLevelV2: systemLogLevel,
      currentVersionOptions: { removalPolicy },
      // Constructs that use a function would grant it more, each in its own way.
      role: new FunctionRole(this, 'Role', this.logs, props.grants).withoutPolicyUpdates(),
    });
    Validations.of(this.handler).acknowledge(...acknowledged);
  }
}

// Lambda leaves lines below it out, as the log itself does. A line without a level, like a metric's, counts as INFO.
const applicationLogLevel: Readonly<Record<LogLevelName, ApplicationLogLevel>> = {
  debug: ApplicationLogLevel.DEBUG,
  info: ApplicationLogLevel.INFO,
  warn: ApplicationLogLevel.INFO,
  error: ApplicationLogLevel.INFO,
};

const build = {
  projectRoot: root,
  depsLockFilePath: `${root}package-lock.json`,
  runtime: Runtime.NODEJS_24_X,
  architecture: Architecture.ARM_64,
  // Only the second version of the SDK needed to be told to keep connections alive.
  awsSdkConnectionReuse: false,
};

const bundling = {
  mainFields: ['module', 'main'],
  minify: true,
  // Lambda's own copy of the SDK changes with the runtime; the bundled one is the one that was tested.
  bundleAwsSDK: true,
  logLevel: LogLevel.WARNING,
};

const acknowledged = [
  {
    id: 'Serverless-LambdaDLQ',
    reason:
      'Nobody invokes it and forgets: API Gateway waits for its answer, CodeDeploy for its verdict, what the tally ' +
      'cannot count goes to a bucket, and a run of watch that was lost is followed by the next one a minute later.',
  },
  {
    id: 'Serverless-LambdaTracing',
    reason:
      'Every call is recorded with its times and its request id anyway, and traces of all of them would cost more than ' +
      'the functions do.',
  },
];
