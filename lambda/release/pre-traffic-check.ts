import { LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import { codeDeploy, createAwsClient } from '../../src/aws/aws-services.ts';
import { preTrafficCheckEnvironment, readEnvironment } from '../../src/environment.ts';
import { createLog } from '../../src/log.ts';
import { readFunctionSettings } from '../../src/settings.ts';
import { createInvoke } from './invoke-function.ts';
import { runChecks } from './release-checks.ts';

const environment = readEnvironment(preTrafficCheckEnvironment, process.env);
const settings = readFunctionSettings(process.env);
const log = createLog(environment.LOG_LEVEL);
// One try each, so that a version is invoked once per check.
const invoke = createInvoke(new LambdaClient({ maxAttempts: 1 }), (ms) => AbortSignal.timeout(ms));
const service = createAwsClient(codeDeploy, process.env);
const versions = {
  authorizer: environment.AUTHORIZER_VERSION,
  proxy: environment.PROXY_VERSION,
  tally: environment.TALLY_VERSION,
};

/** CodeDeploy's event (CodeDeploy User Guide, "AppSpec 'hooks' section for an AWS Lambda deployment"). */
const eventSchema = v.object({ DeploymentId: v.string(), LifecycleEventHookExecutionId: v.string() });

/** Checks the new versions and reports to CodeDeploy whether they may get traffic. */
export async function handler(event: unknown): Promise<void> {
  const { DeploymentId: deploymentId, LifecycleEventHookExecutionId: hookId } = v.parse(eventSchema, event);
  const failedChecks = await runChecks(versions, invoke, settings, deploymentId);
  for (const failure of failedChecks) log.error('release_check_failed', { deploymentId, ...failure });
  const status = failedChecks.length === 0 ? 'Succeeded' : 'Failed';
  await service.call('PutLifecycleEventHookExecutionStatus', {
    deploymentId,
    lifecycleEventHookExecutionId: hookId,
    status,
  });
}
