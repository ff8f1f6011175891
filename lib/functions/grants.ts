import { Validations } from 'aws-cdk-lib';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import {
  Effect,
  type IManagedPolicy,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** Single actions, and the ARNs of the resources they are allowed on. */
export type Grant = {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Readonly<Record<string, unknown>>;
};

/** A policy with exactly these grants, in the same form in every app: the CDK's flag for this is read at the stack. */
export const policyOf = (grants: readonly Grant[]): PolicyDocument =>
  new PolicyDocument({
    minimize: true,
    statements: grants.map(
      ({ actions, resources, conditions }) =>
        new PolicyStatement({
          actions: [...actions],
          resources: [...resources],
          ...(conditions && { conditions: { ...conditions } }),
        }),
    ),
  });

/** Actions on the items of a table. */
export const allowOnTable = (table: TableV2, ...actions: string[]): Grant => ({ actions, resources: [table.tableArn] });

/**
 * Actions on the items of secrets in Directory, and not on accounts ("Using IAM policy conditions for fine-grained access
 * control", dynamodb:LeadingKeys).
 */
export const allowOnSecrets = (directory: TableV2, ...actions: string[]): Grant => ({
  ...allowOnTable(directory, ...actions),
  conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['SECRET#*'] } },
});

/** Actions on an index of a table. */
export const allowOnIndex = (table: TableV2, index: string, ...actions: string[]): Grant => ({
  actions,
  resources: [`${table.tableArn}/index/${index}`],
});

/** For a change of an account. A transaction needs the permissions of its writes ("Using IAM with DynamoDB transactions"). */
export const changeAccounts = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] as const;

/** Cognito's operations on the users of a pool, by their names. */
export const allowInPool = ({ userPoolArn }: IUserPool, ...operations: string[]): Grant => ({
  actions: operations.map((operation) => `cognito-idp:${operation}`),
  resources: [userPoolArn],
});

type FunctionRoleOptions = {
  /** Lambda uses the role to connect the function to a VPC, and to disconnect it again. */
  readonly inVpc?: boolean;
  /** Policies with further grants, for which the role has no room. */
  readonly policies?: readonly IManagedPolicy[] | undefined;
};

/** The role of a Lambda function: it may write to its log group and has exactly the given grants. */
export class FunctionRole extends Role {
  constructor(
    scope: Construct,
    id: string,
    logGroup: LogGroup,
    grants: readonly Grant[],
    { inVpc = false, policies = [] }: FunctionRoleOptions = {},
  ) {
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        grants: policyOf([writeTo(logGroup), ...grants]),
        ...(inVpc && { networkInterfaces: networkInterfaces() }),
      },
      managedPolicies: [...policies],
    });
    const findings = ['AwsSolutions-IAM5[Resource::*]', 'Serverless-LambdaStarPermissions'];
    if (inVpc) Validations.of(this).acknowledge(...findings.map((id) => ({ id, reason: forLambdaItself })));
  }
}

/** Those of AWSLambdaVPCAccessExecutionRole. Lambda gives the interfaces their ids, and describing takes no resource. */
const interfaceActions = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

/**
 * For Lambda, and not for the function's code: Lambda's own calls of EC2 do not have this key (Lambda developer guide,
 * "Using source function ARN to control function access behavior").
 */
function networkInterfaces(): PolicyDocument {
  const statement = { actions: interfaceActions, resources: ['*'] };
  const calledByCode = { Null: { 'lambda:SourceFunctionArn': 'false' } };
  return new PolicyDocument({
    statements: [
      new PolicyStatement(statement),
      new PolicyStatement({ ...statement, effect: Effect.DENY, conditions: calledByCode }),
    ],
  });
}

const forLambdaItself =
  'Lambda creates and deletes the network interfaces, whose ids are not known before; the code is denied these actions.';

const writeTo = (logGroup: LogGroup): Grant => ({
  actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
  resources: [logGroup.logGroupArn],
});
