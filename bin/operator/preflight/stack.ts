import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { UsageError } from '../../command-errors.ts';
import { type Check, ifPresent, ok, toDo } from './check.ts';

/** For the CDK's roles and large files (aws-cdk-lib, `requiresBootstrapStackVersion` of the assets). */
const leastVersion = 8;

/** The CDK's own (its CLI, `--qualifier` of bootstrap). */
const defaultQualifier = 'hnb659fds';

/** @throws {UsageError} for what the CDK would not take as a qualifier */
export function requireQualifier(qualifier: string | undefined): void {
  if (qualifier === undefined || /^[a-z0-9]{1,10}$/i.test(qualifier)) return;
  throw new UsageError(`--qualifier must have 1 to 10 letters and digits, not ${qualifier}.`);
}

/** Whether `cdk bootstrap` ran in the account and region, with the qualifier that the deployment has. */
export const bootstrapCheck = (place: string, qualifier: string = defaultQualifier): Check => ({
  check: 'bootstrap',
  permission: 'ssm:GetParameter',
  ask: async () => {
    const parameter = new GetParameterCommand({ Name: `/cdk-bootstrap/${qualifier}/version` });
    const answer = await ifPresent(new SSMClient().send(parameter), 'ParameterNotFound');
    const version = Number(answer?.Parameter?.Value ?? 0);
    const named = qualifier === defaultQualifier ? '' : ` --qualifier ${qualifier}`;
    const action = `Run: npx cdk bootstrap ${place}${named}`;
    if (version === 0) return toDo('The CDK has not been bootstrapped in this account and region.', action);
    if (version >= leastVersion) return ok(`The CDK's bootstrap has version ${version}.`);
    return toDo(`The CDK's bootstrap has version ${version}; ${leastVersion} is the least.`, action);
  },
});

/** Whether the stack can be deployed in its present state. */
export const stackCheck = (stackName: string): Check => ({
  check: 'stack',
  permission: 'cloudformation:DescribeStacks',
  ask: async () => {
    const request = new DescribeStacksCommand({ StackName: stackName });
    // CloudFormation has no error of its own for a stack that does not exist.
    const status = (await ifPresent(new CloudFormationClient().send(request), 'ValidationError'))?.Stacks?.[0]
      ?.StackStatus;
    if (status === undefined) return ok(`There is no stack ${stackName} yet.`);
    if (status === 'ROLLBACK_COMPLETE' || status === 'ROLLBACK_FAILED')
      return toDo(
        `The first deployment of ${stackName} failed (${status}), so it can only be deleted.`,
        'Follow docs/operating.md, "If the first deployment of prod fails".',
      );
    if (status.endsWith('_FAILED') || status.endsWith('_IN_PROGRESS'))
      return toDo(`${stackName} is in ${status}.`, 'Wait until it ends, or see its events in CloudFormation.');
    return ok(`${stackName} is in ${status}.`);
  },
});
