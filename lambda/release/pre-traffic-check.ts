import * as v from 'valibot';
import { codeDeploy, createAwsClient } from '../../src/aws/aws-services.ts';
import { createInvoke } from '../../src/aws/invoke.ts';
import { preTrafficCheckEnvironment, readEnvironment } from '../../src/environment.ts';
import { createLog } from '../../src/log.ts';
import { runChecks } from './release-checks.ts';

const environment = readEnvironment(preTrafficCheckEnvironment, process.env);
const log = createLog(environment.LOG_LEVEL);
const invoke = createInvoke(process.env);
const service = createAwsClient(codeDeploy, process.env);
const versions = {
  authorizer: environment.AUTHORIZER_VERSION,
  proxy: environment.PROXY_VERSION,
  tally: environment.TALLY_VERSION,
};

/** What CodeDeploy invokes a hook with (CodeDeploy User Guide, "AppSpec 'hooks' section for an AWS Lambda deployment"). */
const eventSchema = v.object({ DeploymentId: v.string(), LifecycleEventHookExecutionId: v.string() });

/** Tries the new versions and tells CodeDeploy whether they may have traffic. */
export async function handler(event: unknown): Promise<void> {
  const { DeploymentId: deploymentId, LifecycleEventHookExecutionId: hookId } = v.parse(eventSchema, event);
  const problems = await runChecks(versions, invoke);
  for (const problem of problems) log.error('release_check_failed', { deploymentId, ...problem });
  const status = problems.length === 0 ? 'Succeeded' : 'Failed';
  await service.call('PutLifecycleEventHookExecutionStatus', {
    deploymentId,
    lifecycleEventHookExecutionId: hookId,
    status,
  });
}
