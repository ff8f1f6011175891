import { Stack, Validations } from 'aws-cdk-lib';
import { type IRole, Policy } from 'aws-cdk-lib/aws-iam';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnLogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import { BucketDeployment, type BucketDeploymentProps } from 'aws-cdk-lib/aws-s3-deployment';
import { AwsCliLayer } from 'aws-cdk-lib/lambda-layer-awscli';
import { Construct } from 'constructs';
import { FunctionRole, type Grant, policyOf } from '../functions/grants.ts';
import { fixFeatureFlags } from '../instance/feature-flags.ts';
import { logSettings, type Stage } from '../instance/stage.ts';
import { ConfigurationError } from '../settings/configuration-error.ts';

export type CopyProps = Omit<BucketDeploymentProps, 'memoryLimit' | 'role' | 'logGroup'>;

/**
 * The CDK's function that copies files into buckets, once for all instances in a stack, because the CDK creates it once
 * for all deployments with the same memory size. Its size is one that nobody else chooses, so that other deployments of
 * the stack have another function: with this one's role, they could not copy anything.
 */
export class FileCopier extends Construct {
  readonly #role: FunctionRole;
  readonly #unchangedRole: IRole;
  readonly #logGroup: LogGroup;
  readonly #layer: AwsCliLayer;
  readonly #reserved: number | undefined;

  /**
   * The copier of a construct's stack. The first instance of a stack decides how long and with which key its log is kept,
   * and its concurrency.
   * @throws {ConfigurationError} if an instance in the stack was made by another copy of this package
   */
  static of(scope: Construct, stage: Stage): FileCopier {
    const stack = Stack.of(scope);
    const existing = stack.node.tryFindChild('SluiceFileCopier');
    if (existing === undefined) return new FileCopier(stack, 'SluiceFileCopier', stage);
    if (existing instanceof FileCopier) return existing;
    throw new ConfigurationError(
      `${existing.node.path} is from another copy of the package sluice-cdk, and the instances in a stack share it. ` +
        'List the copies with `npm ls sluice-cdk`, and make all depend on one version.',
    );
  }

  private constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    fixFeatureFlags(this);
    this.#logGroup = new LogGroup(this, 'Logs', logSettings(stage));
    keepLogicalId(this.#logGroup, 'DashboardDeploymentLogs2BD41DC2');
    this.#layer = new AwsCliLayer(this, 'AwsCliLayer');
    this.#role = new FunctionRole(this, 'Role', this.#logGroup, []);
    this.#reserved = stage.reservedConcurrency?.fileCopier;
    // The CDK would also grant it to delete objects, and to invalidate every distribution.
    this.#unchangedRole = this.#role.withoutPolicyUpdates();
  }

  /**
   * Grants for the copies of one instance. They are not in the role, whose function would then wait for the resources of
   * every instance.
   */
  grant(scope: Construct, id: string, grants: readonly Grant[]): Policy {
    return new Policy(scope, id, { roles: [this.#role], document: policyOf(grants) });
  }

  copy(scope: Construct, id: string, props: CopyProps): BucketDeployment {
    const shared = { memoryLimit: memory, role: this.#unchangedRole, logGroup: this.#logGroup };
    const deployment = new BucketDeployment(scope, id, { ...shared, ...props });
    // Each has a layer of 22 MB with the AWS CLI.
    deployment.node.tryRemoveChild('AwsCliLayer');
    this.resource.layers = [this.#layer.layerVersionArn];
    if (this.#reserved !== undefined) this.resource.reservedConcurrentExecutions = this.#reserved;
    Validations.of(Stack.of(this).node.findChild(copierId)).acknowledge(...ofTheCdk);
    return deployment;
  }

  /** The function. It exists once there is a copy. */
  get resource(): CfnFunction {
    const { node } = Stack.of(this).node.findChild(copierId);
    if (node.defaultChild instanceof CfnFunction) return node.defaultChild;
    throw new TypeError(`${node.path} is not a function.`);
  }
}

/** In MiB. The default of the CDK is 1,024. */
const memory = 1_025;

/** The id that the CDK gives the function. */
const copierId = `Custom::CDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C${memory}MiB`;

/** prod keeps its logs: its log group had this id when it was created by the dashboard. */
function keepLogicalId({ node }: LogGroup, logicalId: string): void {
  if (node.defaultChild instanceof CfnLogGroup) node.defaultChild.overrideLogicalId(logicalId);
}

const ofTheCdk = [
  { id: 'AwsSolutions-L1', reason: "The runtime of the CDK's own function is chosen by the CDK." },
  { id: 'Serverless-LambdaLatestVersion', reason: "The runtime of the CDK's own function is chosen by the CDK." },
  { id: 'Serverless-LambdaDLQ', reason: 'CloudFormation waits for its result, and the deployment fails with it.' },
  { id: 'Serverless-LambdaTracing', reason: 'It runs only at deployments, and CloudFormation reports its result.' },
];
