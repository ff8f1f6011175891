import { CfnResource, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ConfigurationError } from '../settings/configuration-error.ts';

/** CloudFormation's limit ("Understand CloudFormation quotas"). */
const mostResources = 500;

/**
 * Refuses a stack with more resources than CloudFormation takes. The CDK does too, but does not say what to do.
 * @param networks their number
 * @throws {ConfigurationError} with the number of resources
 */
export function requireRoomInStack(instance: Construct, networks: number): void {
  const stack = Stack.of(instance);
  const resources = stack.node
    .findAll()
    .filter((each) => CfnResource.isCfnResource(each) && each.stack === stack).length;
  if (resources <= mostResources) return;
  throw new ConfigurationError(
    `${instance.node.path.replace(/\/Default$/, '')}: with ${networks} networks, the stack has ${resources} resources, and ` +
      `CloudFormation takes ${mostResources}. Up to 100 are alarms of networks and nodes. Put some networks into a second ` +
      'instance in a stack of its own, or move other resources of this stack.',
  );
}
