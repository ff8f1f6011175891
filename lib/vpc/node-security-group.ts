import { Annotations } from 'aws-cdk-lib';
import { CfnSecurityGroup, CfnSecurityGroupEgress } from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import type { NodeRule } from './node-rules.ts';
import type { RulePeer } from './vpc-props.ts';

export type NodeSecurityGroupProps = {
  readonly instance: string;
  readonly vpcId: string;
  readonly nodeRules: readonly NodeRule[];
  /** The id of DynamoDB's managed prefix list, if the operator gave it. */
  readonly dynamoDbPrefixList: string | undefined;
};

/** The port of AWS's APIs. */
const httpsPort = 443;

/** The security group of the functions that open connections to nodes: nothing in, and out only to what they call. */
export class NodeSecurityGroup extends Construct {
  readonly groupId: string;
  /** Those on groups. */
  readonly rules: readonly CfnSecurityGroupEgress[];

  constructor(
    scope: Construct,
    id: string,
    { instance, vpcId, nodeRules, dynamoDbPrefixList }: NodeSecurityGroupProps,
  ) {
    super(scope, id);
    const dynamoDb = rule(this.dynamoDbPeer(dynamoDbPrefixList), httpsPort, 'DynamoDB');
    const toAddresses = nodeRules
      .filter(({ peer }) => !isGroup(peer))
      .map(({ peer, port }) => rule(peer, port, 'nodes'))
      // EC2 refuses a rule that differs from another one in its description only.
      .filter(({ fromPort, cidrIp }) => cidrIp === undefined || fromPort !== httpsPort || cidrIp !== dynamoDb.cidrIp);
    const group = new CfnSecurityGroup(this, 'Resource', {
      groupDescription: `Sluice (${instance}): the functions that call nodes`,
      vpcId,
      // Without a rule of its own, a new group may open connections to everywhere.
      securityGroupEgress: [dynamoDb, ...toAddresses],
      tags: [{ key: 'Name', value: `sluice-${instance}-nodes` }],
    });
    this.groupId = group.attrGroupId;
    const toGroups = nodeRules.filter(({ peer }) => isGroup(peer));
    this.rules = toGroups.map(({ peer, port }, index) => this.allow(`ToNodes${index}`, peer, port, 'nodes'));
  }

  /** Allows connections to members of another group. Rules on groups are resources: within the group they could form a cycle. */
  allow(id: string, peer: RulePeer, port: number, to: string): CfnSecurityGroupEgress {
    return new CfnSecurityGroupEgress(this, id, { groupId: this.groupId, ...rule(peer, port, to) });
  }

  /** DynamoDB's public addresses, to which a gateway endpoint routes. A synthesis asks AWS nothing: the operator names the list. */
  private dynamoDbPeer(given: string | undefined): RulePeer {
    if (given !== undefined) return { destinationPrefixListId: given };
    Annotations.of(this).addWarningV2(
      'sluice:noPrefixList',
      "The functions in the VPC may open connections to port 443 of any address. Set vpc.dynamoDbPrefixList to the id of DynamoDB's " +
        'prefix list: aws ec2 describe-managed-prefix-lists --filters Name=prefix-list-name,Values=com.amazonaws.REGION.dynamodb',
    );
    return { cidrIp: '0.0.0.0/0' };
  }
}

const isGroup = ({ destinationSecurityGroupId }: RulePeer): boolean => destinationSecurityGroupId !== undefined;

const rule = (peer: RulePeer, port: number, to: string) => ({
  ...peer,
  ipProtocol: 'tcp',
  fromPort: port,
  toPort: port,
  description: `to ${to}`,
});
