import * as v from 'valibot';
import { awsCall } from '../preflight/aws-call.ts';

const text = v.string();

/** What is asked about a deployment, in the shapes of AWS's API references. */
export const deploymentCalls = {
  // CloudFormation has no error of its own for a stack that does not exist.
  stacks: awsCall(
    'cloudformation describe-stacks',
    'cloudformation:DescribeStacks',
    { Stacks: v.array(v.object({ StackStatus: text, StackStatusReason: v.optional(text) })) },
    'ValidationError',
  ),
  /** Newest first. */
  events: awsCall('cloudformation describe-stack-events', 'cloudformation:DescribeStackEvents', {
    StackEvents: v.array(
      v.object({
        LogicalResourceId: text,
        ResourceType: text,
        ResourceStatus: text,
        ResourceStatusReason: v.optional(text),
        Timestamp: text,
      }),
    ),
  }),
  resources: awsCall('cloudformation list-stack-resources', 'cloudformation:ListStackResources', {
    StackResourceSummaries: v.array(
      v.object({ ResourceType: text, ResourceStatus: text, PhysicalResourceId: v.optional(text) }),
    ),
  }),
  groups: awsCall(
    'deploy list-deployment-groups',
    'codedeploy:ListDeploymentGroups',
    { deploymentGroups: v.array(text) },
    'ApplicationDoesNotExistException',
  ),
  deployments: awsCall('deploy list-deployments', 'codedeploy:ListDeployments', { deployments: v.array(text) }),
  deployment: awsCall('deploy get-deployment', 'codedeploy:GetDeployment', {
    deploymentInfo: v.object({
      deploymentGroupName: text,
      status: text,
      errorInformation: v.optional(v.object({ code: v.optional(text), message: v.optional(text) })),
    }),
  }),
};
