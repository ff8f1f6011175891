import type { AwsCallLimits, AwsClient } from '../../src/aws/aws-client.ts';
import { AwsError } from '../../src/aws/retry.ts';

/** CodeDeploy waits an hour for a report, so it may take its time. Fits into the function's time with all checks. */
const reportLimits: AwsCallLimits = { connectMs: 2_000, answerMs: 10_000, deadlineMs: 20_000, tries: 2 };

export type CheckResult = {
  readonly deploymentId: string;
  readonly lifecycleEventHookExecutionId: string;
  readonly status: 'Succeeded' | 'Failed';
};

/** Reports the result of a release's checks. If the answer is lost, the report is repeated. @throws {AwsError} */
export async function reportResult(codeDeploy: Pick<AwsClient, 'call'>, result: CheckResult): Promise<void> {
  try {
    await codeDeploy.call('PutLifecycleEventHookExecutionStatus', result, reportLimits);
  } catch (error) {
    if (!isReported(error)) throw error;
  }
}

/** CodeDeploy accepts one report of each hook. A second one means that it has the first. */
const isReported = (error: unknown): boolean =>
  error instanceof AwsError && error.name === 'LifecycleEventAlreadyCompletedException';
