import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation';
import { errorClass } from '../../src/error-class.ts';
import type { Access } from './ministack.ts';
import { type Uploaded, uploadAssembly } from './upload-assembly.ts';

/** A deployed stack. */
export type Deployed = {
  readonly outputs: Readonly<Record<string, string>>;
  /** Physical ids by logical ids, without those of nested stacks. */
  readonly ids: ReadonlyMap<string, string>;
  /** In all stacks, with the nested ones. */
  readonly resources: number;
  readonly stacks: number;
  readonly removed: Uploaded['removed'];
};

class DeploymentError extends errorClass('DeploymentError', 'deployment_failed') {}

/**
 * Deploys a stack of a cloud assembly, without what the emulator lacks: uploads its files, and creates the stack.
 * @param assembly the folder that the CDK wrote
 * @throws {DeploymentError} naming the resource that failed, after up to ten minutes
 */
export async function deploy(access: Access, assembly: string, stackName: string): Promise<Deployed> {
  const { templateUrl, removed } = await uploadAssembly(access, assembly, stackName);
  const client = new CloudFormationClient(access);
  await client.send(
    new CreateStackCommand({ StackName: stackName, TemplateURL: templateUrl, Capabilities: ['CAPABILITY_NAMED_IAM'] }),
  );
  const outputs = await created(client, stackName);
  const ids = await idsOf(client, stackName);
  const nested = [...ids.values()].filter((id) => id.startsWith('arn:aws:cloudformation:'));
  const others = await Promise.all(nested.map((id) => idsOf(client, id)));
  const resources = [ids, ...others].reduce((sum, { size }) => sum + size, -nested.length);
  return { outputs, ids, resources, stacks: 1 + nested.length, removed };
}

async function created(client: CloudFormationClient, StackName: string): Promise<Record<string, string>> {
  for (let second = 0; second < 600; second++) {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    if (stack?.StackStatus === 'CREATE_COMPLETE')
      return Object.fromEntries(
        (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
      );
    if (stack?.StackStatus !== 'CREATE_IN_PROGRESS')
      throw new DeploymentError(await failureOf(client, StackName, stack?.StackStatusReason));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new DeploymentError(`${StackName} was not created within ten minutes.`);
}

async function failureOf(client: CloudFormationClient, StackName: string, reason = ''): Promise<string> {
  const { StackEvents = [] } = await client.send(new DescribeStackEventsCommand({ StackName }));
  const failed = StackEvents.filter(({ ResourceStatus }) => ResourceStatus === 'CREATE_FAILED');
  const lines = failed.map(
    ({ LogicalResourceId, ResourceType, ResourceStatusReason }) =>
      `  ${ResourceType} ${LogicalResourceId}: ${ResourceStatusReason}`,
  );
  return [`${StackName} was not created. ${reason}`, ...lines].join('\n');
}

async function idsOf(client: CloudFormationClient, StackName: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  let NextToken: string | undefined;
  do {
    const page = await client.send(new ListStackResourcesCommand({ StackName, NextToken }));
    for (const { LogicalResourceId = '', PhysicalResourceId = '' } of page.StackResourceSummaries ?? [])
      ids.set(LogicalResourceId, PhysicalResourceId);
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  return ids;
}
