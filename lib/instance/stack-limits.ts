import { Annotations, CfnOutput, CfnResource, Stack } from 'aws-cdk-lib';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnSecurityGroup, CfnSecurityGroupEgress } from 'aws-cdk-lib/aws-ec2';
import type { Construct, IConstruct } from 'constructs';
import { ConfigurationError } from '../settings/configuration-error.ts';
import { type AwsLimit, awsLimits, type LimitName } from './aws-limits.ts';

/** What to do about more than AWS allows. */
const remedies: Readonly<Record<LimitName, string>> = {
  'resources of a stack':
    'Up to 100 are alarms of networks and nodes. Put some networks into a second instance in a ' +
    'stack of its own, or move other resources of this stack.',
  'outputs of a stack': 'Put some networks into a second instance in a stack of its own.',
  'outbound rules of a security group':
    'Give the private nodes host names instead of addresses and their CIDR block as vpc.nodes, or ask AWS for more rules ' +
    'per security group before you deploy.',
  'alarms of an account and region': 'Ask AWS for more alarms before you deploy.',
};

/**
 * Compares the instance's stack with the limits of AWS: a warning for those that AWS raises.
 * @param networks their number
 * @throws {ConfigurationError} for a limit that AWS does not raise, with the number and what to do
 */
export function requireRoomInStack(instance: Construct, networks: number): void {
  const stack = Stack.of(instance);
  const elements = stack.node.findAll();
  const own = elements.filter((each) => CfnResource.isCfnResource(each) && each.stack === stack);
  const outputs = elements.filter((each) => each instanceof CfnOutput && each.stack === stack);
  const counts: Readonly<Record<LimitName, number>> = {
    'resources of a stack': own.length,
    'outputs of a stack': outputs.length,
    'outbound rules of a security group': outboundRules(instance),
    'alarms of an account and region': elements.filter((each) => each instanceof CfnAlarm).length,
  };
  for (const name of Object.keys(awsLimits) as LimitName[]) {
    const problem = problemOf(name, counts[name], networks);
    if (problem === undefined) continue;
    if (awsLimits[name].isRaised) Annotations.of(instance).addWarningV2(`sluice:limit-${name}`, problem);
    else throw new ConfigurationError(`${instance.node.path.replace(/\/Default$/, '')}: ${problem}`);
  }
}

function problemOf(name: LimitName, count: number, networks: number): string | undefined {
  const { limit, isRaised }: AwsLimit = awsLimits[name];
  if (count <= limit) return undefined;
  const allows = isRaised ? `AWS allows ${limit} by default` : `AWS allows ${limit}`;
  return `With ${networks} networks there are ${count} ${name}, and ${allows}. ${remedies[name]}`;
}

/** Of the functions that call nodes: the only group with rules for outbound connections. */
function outboundRules({ node }: IConstruct): number {
  const elements = node.findAll();
  const inline = elements.map((each) =>
    each instanceof CfnSecurityGroup && Array.isArray(each.securityGroupEgress) ? each.securityGroupEgress.length : 0,
  );
  return Math.max(0, ...inline) + elements.filter((each) => each instanceof CfnSecurityGroupEgress).length;
}
