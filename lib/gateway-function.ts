import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { App, type Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { ApplicationLogLevel, Architecture, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { type ICommandHooks, LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { LogLevel as LogLevelName } from '../src/environment.ts';
import { type FunctionSettings, settingsFile } from '../src/settings.ts';
import { FunctionRole, type Grant } from './grants.ts';
import type { Stage } from './stage.ts';

export type GatewayFunctionProps = {
  readonly stage: Stage;
  readonly description: string;
  /** The handler's file, relative to the root of the repository. */
  readonly entry: string;
  /** Bundles an ES module, which can await its warm-up during INIT. Functions with the AWS SDK start faster as CommonJS. */
  readonly esModule?: boolean;
  /** In megabytes. */
  readonly memory: number;
  readonly timeout: Duration;
  /** By default it shares the account's concurrency. */
  readonly reservedConcurrency?: number | undefined;
  readonly variables: Readonly<Record<string, string>>;
  /** Put beside the bundle. By default the function has no settings. */
  readonly settings?: FunctionSettings;
  readonly grants: readonly Grant[];
};

const root = fileURLToPath(new URL('../', import.meta.url));

/** A Lambda function with its own log group, and its own role with exactly the given grants. */
export class GatewayFunction extends Construct {
  readonly handler: NodejsFunction;
  readonly logs: LogGroup;

  constructor(scope: Construct, id: string, props: GatewayFunctionProps) {
    super(scope, id);
    const { logRetention: retention, removalPolicy, logLevel, systemLogLevel } = props.stage;
    this.logs = new LogGroup(this, 'Logs', { retention, removalPolicy });
    this.handler = new NodejsFunction(this, 'Function', {
      ...build,
      bundling: {
        ...bundling,
        format: props.esModule ? OutputFormat.ESM : OutputFormat.CJS,
        ...(props.settings && { commandHooks: this.copySettings(props.settings) }),
      },
      entry: `${root}${props.entry}`,
      description: props.description,
      memorySize: props.memory,
      timeout: props.timeout,
      ...(props.reservedConcurrency !== undefined && { reservedConcurrentExecutions: props.reservedConcurrency }),
      environment: { ...props.variables },
      logGroup: this.logs,
      // Lambda does not change lines that are JSON, as all of ours are ("Configuring JSON and plain text log formats").
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: applicationLogLevel[logLevel],
      systemLogLevelV2: systemLogLevel,
      // Kept for a rollback by hand, except when the release that made it fails: Lambda publishes no second version of the
      // same code, and CloudFormation refuses to take over the first ("A version for this Lambda function exists").
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      // Constructs that use the function would otherwise add grants.
      role: new FunctionRole(this, 'Role', this.logs, props.grants).withoutPolicyUpdates(),
    });
    Validations.of(this.handler).acknowledge(...acknowledged);
  }

  private copySettings(settings: FunctionSettings): ICommandHooks {
    const json = JSON.stringify(settings);
    // The name depends on the content: within a process, the CDK bundles the same entry with the same command only once.
    const name = `settings-${createHash('sha256').update(json).digest('hex').slice(0, 16)}.json`;
    const file = join(App.of(this)?.outdir ?? '', name);
    writeFileSync(file, json);
    return {
      beforeBundling: () => [],
      beforeInstall: () => [],
      afterBundling: (_, outputDir) => [`cp ${quoted(file)} ${quoted(`${outputDir}/${settingsFile}`)}`],
    };
  }
}

/** A path as one word of a shell command. */
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

// Lambda drops lines below this level, as the log itself does. Lines without a level, such as metrics, count as INFO.
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
  // Only version 2 of the SDK needs this variable to keep connections alive.
  awsSdkConnectionReuse: false,
};

const bundling = {
  mainFields: ['module', 'main'],
  minify: true,
  // The runtime's copy of the SDK can change; the bundled one is tested.
  bundleAwsSDK: true,
  logLevel: LogLevel.WARNING,
};

const acknowledged = [
  {
    id: 'Serverless-LambdaDLQ',
    reason:
      'API Gateway and CodeDeploy wait for the result; records that the tally cannot count go to a bucket; and the next ' +
      'scheduled run does the work of a lost one.',
  },
  {
    id: 'Serverless-LambdaTracing',
    reason:
      'Every request has a record with its times and its request id, and traces of all requests would cost more than the ' +
      'functions do.',
  },
];
