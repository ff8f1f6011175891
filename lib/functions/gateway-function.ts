import { Aws, type CfnResource, type Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { IManagedPolicy } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  CfnFunction,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { ClientVariables } from '../../src/environment.ts';
import { logSettings, type Stage } from '../instance/stage.ts';
import { type FunctionCodeProps, functionCode } from './function-code.ts';
import type { FunctionName } from './function-sources.ts';
import { FunctionRole, type Grant } from './grants.ts';

/** The VPC of a function: lib/vpc/node-vpc.ts. */
type FunctionVpc = {
  /** Undefined while the functions leave the VPC. */
  readonly config: CfnFunction.VpcConfigProperty | undefined;
  readonly variables: Readonly<Record<string, string>>;
  /** What a function needs before its first call. */
  readonly requirements: readonly CfnResource[];
};

export type GatewayFunctionProps = FunctionCodeProps & {
  readonly stage: Stage;
  readonly description: string;
  /** Default: that of its bundle. */
  readonly name?: FunctionName;
  /** The name at Lambda. Default: CloudFormation makes one. */
  readonly functionName?: string;
  /** In megabytes. */
  readonly memory: number;
  readonly timeout: Duration;
  /** By default it shares the account's concurrency. */
  readonly reservedConcurrency?: number | undefined;
  readonly variables: Readonly<Record<string, string>>;
  readonly grants: readonly Grant[];
  /** The VPC that the function runs in. Default: none. */
  readonly vpc?: FunctionVpc | undefined;
  /** Policies with further grants, if the role has no room for them. */
  readonly policies?: readonly IManagedPolicy[];
};

/** A Lambda function with its own log group, and its own role with exactly the given grants. */
export class GatewayFunction extends Construct {
  readonly name: FunctionName;
  readonly handler: LambdaFunction;
  readonly logs: LogGroup;

  constructor(scope: Construct, id: string, props: GatewayFunctionProps) {
    super(scope, id);
    this.name = props.name ?? props.code;
    const { systemLogLevel } = props.stage;
    this.logs = new LogGroup(this, 'Logs', logSettings(props.stage));
    this.handler = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: functionCode(props.stage.functions, props),
      ...(props.functionName !== undefined && { functionName: props.functionName }),
      description: props.description,
      memorySize: props.memory,
      timeout: props.timeout,
      ...(props.reservedConcurrency !== undefined && { reservedConcurrentExecutions: props.reservedConcurrency }),
      environment: { ...props.variables, ...clientVariables, ...(props.vpc?.config && props.vpc.variables) },
      logGroup: this.logs,
      // Lambda does not change lines that are JSON, as all of ours are ("Configuring JSON and plain text log formats").
      loggingFormat: LoggingFormat.JSON,
      // The function's own log drops lines below the stage's level. Lambda would judge by a timestamp that they do not have:
      // it takes such lines for INFO ("Log-level filtering").
      applicationLogLevelV2: ApplicationLogLevel.TRACE,
      systemLogLevelV2: systemLogLevel,
      // Kept for a rollback by hand, except when the release that made it fails: Lambda publishes no second version of the
      // same code, and CloudFormation refuses to take over the first ("A version for this Lambda function exists").
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      // Constructs that use the function would otherwise add grants.
      role: new FunctionRole(this, 'Role', this.logs, props.grants, {
        inVpc: props.vpc !== undefined,
        policies: props.policies,
      }).withoutPolicyUpdates(),
    });
    if (props.vpc) this.join(props.vpc);
    Validations.of(this.handler).acknowledge(...acknowledged);
  }

  /** The CDK's own property would need constructs of the VPC, and would grant AWS's managed policy. */
  private join({ config, requirements }: FunctionVpc): void {
    if (!config) return;
    this.resource.vpcConfig = config;
    for (const requirement of requirements) this.resource.addResourceDependency(requirement);
  }

  get resource(): CfnFunction {
    const { defaultChild } = this.handler.node;
    if (defaultChild instanceof CfnFunction) return defaultChild;
    throw new TypeError(`${this.node.path} is not a function.`);
  }
}

const clientVariables = { URL_SUFFIX: Aws.URL_SUFFIX } satisfies ClientVariables;

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
