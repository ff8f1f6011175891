import { LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import { codeDeploy, createAwsClient } from '../../src/aws/aws-services.ts';
import type { LogLevel } from '../../src/environment.ts';
import { createLog } from '../../src/log.ts';
import { createInvoke, type Invoke } from '../../src/release-checks/invoke-function.ts';
import type { FailedCheck } from '../../src/release-checks/run-checks.ts';
import { reportResult } from './report-result.ts';

/** CodeDeploy's event (CodeDeploy User Guide, "AppSpec 'hooks' section for an AWS Lambda deployment"). */
const eventSchema = v.object({ DeploymentId: v.string(), LifecycleEventHookExecutionId: v.string() });

/** Runs the checks of a deployment, and returns those that failed. */
type CheckDeployment = (deploymentId: string, invoke: Invoke) => Promise<readonly FailedCheck[]>;

/** A function that runs the checks of a release and reports the result to CodeDeploy. */
export function createCheckHandler(logLevel: LogLevel, check: CheckDeployment) {
  const log = createLog(logLevel);
  // One try each, so that a version is invoked once per check.
  const invoke = createInvoke(new LambdaClient({ maxAttempts: 1 }), (ms) => AbortSignal.timeout(ms));
  const service = createAwsClient(codeDeploy, process.env);
  return async (event: unknown): Promise<void> => {
    const { DeploymentId: deploymentId, LifecycleEventHookExecutionId: hookId } = v.parse(eventSchema, event);
    // Without a report, CodeDeploy would wait for an hour.
    const failedChecks = await check(deploymentId, invoke).catch((error: unknown) => [
      { check: 'the checks can be made', version: '', detail: String(error) },
    ]);
    for (const failure of failedChecks) log.error('release_check_failed', { deploymentId, ...failure });
    const status = failedChecks.length === 0 ? 'Succeeded' : 'Failed';
    await reportResult(service, { deploymentId, lifecycleEventHookExecutionId: hookId, status });
  };
}
