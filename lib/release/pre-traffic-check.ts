import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import type { LambdaApplication } from 'aws-cdk-lib/aws-codedeploy';
import type { Construct } from 'constructs';
import type { FunctionSettings } from '../../src/settings.ts';
import { GatewayFunction } from '../functions/gateway-function.ts';
import { allowOnSecrets } from '../functions/grants.ts';
import type { ReleasedFunction } from '../functions/released-function.ts';
import { grantBelow } from '../functions/wildcard-grants.ts';
import type { Stage } from '../instance/stage.ts';
import type { Tables } from '../tables.ts';

export type PreTrafficCheckProps = {
  readonly stage: Stage;
  readonly settings: FunctionSettings;
  /** By the names of their deployment groups. */
  readonly functions: Readonly<Record<string, ReleasedFunction>>;
  readonly application: LambdaApplication;
  readonly tables: Pick<Tables, 'directory'>;
};

/** Checks the new versions before they get any traffic, and reports the result to CodeDeploy. */
export class PreTrafficCheck extends GatewayFunction {
  constructor(scope: Construct, id: string, props: PreTrafficCheckProps) {
    const { stage, settings, functions, application, tables } = props;
    const released = Object.values(functions);
    const versions = Object.entries(functions).map(([name, { handler }]) => [
      versionVariable(name),
      handler.currentVersion.functionArn,
    ]);
    super(scope, id, {
      stage,
      description: 'Checks new versions before they get any traffic',
      code: 'pre-traffic-check',
      memory: stage.memory.preTrafficCheck,
      reservedConcurrency: stage.reservedConcurrency?.preTrafficCheck,
      // Its own start, the invocations, which end after 30 s at the latest, and the report. Without a report, CodeDeploy
      // would wait for an hour.
      timeout: Duration.seconds(60),
      variables: {
        ...Object.fromEntries(versions),
        DIRECTORY_TABLE: tables.directory.tableName,
        LOG_LEVEL: stage.logLevel,
      },
      settings,
      grants: [
        // The check's own keys, each with a secret for as long as the check runs.
        allowOnSecrets(tables.directory, 'dynamodb:DeleteItem', 'dynamodb:PutItem'),
        { actions: ['lambda:InvokeFunction'], resources: released.map(versionsOf) },
        {
          actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'],
          // By name: the deployment groups depend on this function.
          resources: Object.keys(functions).map((name) => groupArn(application, name)),
        },
      ],
    });
    Validations.of(this).acknowledge(...released.map(({ handler }) => grantBelow(handler, ':*', anyVersion)));
  }
}

/** `PROXY_VERSION` for `proxy`. */
const versionVariable = (name: string): string => `${name.toUpperCase()}_VERSION`;

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
