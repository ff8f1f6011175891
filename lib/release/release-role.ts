import { Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { ReleasedFunction } from './released-function.ts';

/**
 * What CodeDeploy works as. AWS's own policy for it (AWSCodeDeployRoleForLambdaLimited) may move every alias of the
 * account, and call its checks only under a name of its own choosing.
 */
export class ReleaseRole extends Role {
  constructor(scope: Construct, id: string, functions: readonly ReleasedFunction[], check: IFunction) {
    const aliases = functions.flatMap(({ handler, liveArn }) => [handler.functionArn, liveArn]);
    const statements = [
      {
        actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
        resources: aliases,
      },
      { actions: ['lambda:InvokeFunction'], resources: [check.functionArn] },
      { actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] },
    ];
    super(scope, id, {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      inlinePolicies: {
        release: new PolicyDocument({ statements: statements.map((it) => new PolicyStatement(it)) }),
      },
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'DescribeAlarms shows nothing of a composite alarm to those who may not describe all; it changes nothing.',
    });
  }
}
