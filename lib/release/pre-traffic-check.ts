import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import type { LambdaApplication } from 'aws-cdk-lib/aws-codedeploy';
import type { Construct } from 'constructs';
import type { PreTrafficCheckVariables } from '../../src/environment.ts';
import type { FunctionSettings } from '../../src/settings.ts';
import { GatewayFunction } from '../gateway-function.ts';
import type { Stage } from '../stage.ts';
import { grantBelow } from '../wildcard-grants.ts';
import type { ReleasedFunction, ReleasedFunctions } from './released-function.ts';

export type PreTrafficCheckProps = {
  readonly stage: Stage;
  readonly settings: FunctionSettings;
  readonly functions: ReleasedFunctions;
  readonly application: LambdaApplication;
  readonly groupNames: readonly string[];
};

/** Checks the new versions before they get any traffic, and reports the result to CodeDeploy. */
export class PreTrafficCheck extends GatewayFunction {
  constructor(scope: Construct, id: string, props: PreTrafficCheckProps) {
    const { stage, settings, functions, application, groupNames } = props;
    const { authorizer, proxy, tally } = functions;
    const variables: PreTrafficCheckVariables = {
      AUTHORIZER_VERSION: authorizer.handler.currentVersion.functionArn,
      PROXY_VERSION: proxy.handler.currentVersion.functionArn,
      TALLY_VERSION: tally.handler.currentVersion.functionArn,
      LOG_LEVEL: stage.logLevel,
    };
    const released = [authorizer, proxy, tally];
    super(scope, id, {
      stage,
      description: 'Checks new versions before they get any traffic',
      code: 'pre-traffic-check',
      memory: stage.memory.preTrafficCheck,
      reservedConcurrency: stage.reservedConcurrency?.preTrafficCheck,
      // Its own start, the invocations, which end after 30 s at the latest, and the report. Without a report, CodeDeploy
      // would wait for an hour.
      timeout: Duration.seconds(60),
      variables,
      settings,
      grants: [
        { actions: ['lambda:InvokeFunction'], resources: released.map(versionsOf) },
        {
          actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'],
          // By name: the deployment groups depend on this function.
          resources: groupNames.map((name) => groupArn(application, name)),
        },
      ],
    });
    Validations.of(this).acknowledge(...released.map(({ handler }) => grantBelow(handler, ':*', anyVersion)));
  }
}

const versionsOf = ({ handler }: ReleasedFunction): string => `${handler.functionArn}:*`;

function groupArn(application: LambdaApplication, name: string): string {
  const resourceName = `${application.applicationName}/${name}`;
  return Stack.of(application).formatArn({
    service: 'codedeploy',
    resource: 'deploymentgroup',
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}

const anyVersion =
  'The deployment assigns the version its number; a policy that names it might take effect after the check.';
