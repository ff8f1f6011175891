import { Duration, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IAlarm, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { FunctionSettings } from '../../src/settings.ts';
import { policyOf } from '../functions/grants.ts';
import { aliasName, type ReleasedFunction } from '../functions/released-function.ts';
import type { Stage } from '../instance/stage.ts';
import { PreTrafficCheck, type PreTrafficCheckProps } from './pre-traffic-check.ts';

export type ReleaseProps = {
  readonly stage: Stage;
  readonly settings: FunctionSettings;
  readonly tables: PreTrafficCheckProps['tables'];
  /** Functions that are released, and checked, together, by the names of their deployment groups. */
  readonly functions: PreTrafficCheckProps['functions'];
  /** Each of these alarms stops a release and rolls it back, as do errors of the new version. */
  readonly alarms: readonly IAlarm[];
};

/**
 * Releases a new version with CodeDeploy: it is checked before it gets any traffic, gets traffic in the steps of the
 * stage, and is rolled back when an alarm goes off.
 */
export class Release extends Construct {
  constructor(scope: Construct, id: string, { stage, settings, functions, tables, alarms }: ReleaseProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const preHook = new PreTrafficCheck(this, 'Check', { stage, settings, functions, tables, application }).handler;
    const role = new ReleaseRole(this, 'Role', Object.values(functions), preHook).withoutPolicyUpdates();
    for (const [name, released] of Object.entries(functions)) {
      const group = new LambdaDeploymentGroup(released, 'Release', {
        application,
        deploymentGroupName: name,
        deploymentConfig: stage.release,
        alias: released.live,
        alarms: [errorsOf(released, `sluice-${stage.instance}-release-${name}`), ...alarms],
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
        preHook,
        role,
      });
      // Its alarms must be up to date before the alias moves.
      released.live.node.addDependency(group);
    }
  }
}

/** Goes off at the first error of the new version. Errors of the old version must not cause a rollback. */
function errorsOf(released: ReleasedFunction, alarmName: string): Alarm {
  const { functionName, currentVersion } = released.handler;
  return new Alarm(released, 'ReleaseErrors', {
    alarmName,
    alarmDescription:
      'The new version failed an invocation. CodeDeploy rolls back to the previous version. What to do: docs/runbook.md#release',
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Errors',
      statistic: 'Sum',
      period: Duration.minutes(1),
      // ExecutedVersion distinguishes the two versions behind an alias ("Types of metrics for Lambda functions").
      dimensionsMap: {
        FunctionName: functionName,
        Resource: `${functionName}:${aliasName}`,
        ExecutedVersion: currentVersion.version,
      },
    }),
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    threshold: 1,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
}

/**
 * CodeDeploy's role. AWS's managed policy (AWSCodeDeployRoleForLambdaLimited) allows to move every alias of the account,
 * and to invoke only checks whose name has a fixed prefix.
 */
class ReleaseRole extends Role {
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
      inlinePolicies: { release: policyOf(statements) },
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'DescribeAlarms does not return composite alarms to callers that may not describe all alarms. It only reads.',
    });
  }
}
