import type { IPeer, ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import * as v from 'valibot';
import type { VpcSettings } from '../settings/vpc-settings.ts';

/** The setting `vpc` with constructs instead of ids. */
export type VpcProps = {
  readonly vpc: Pick<IVpc, 'vpcId' | 'selectSubnets'>;
  /** Default: the VPC's private subnets. */
  readonly subnets?: SubnetSelection | undefined;
  /** The subnets' way to the internet, which public nodes need. */
  readonly internet: 'nat' | 'none';
  /** Where the nodes with `private: true` are: such as the security group of their load balancer. */
  readonly nodes?: readonly IPeer[] | undefined;
  /** Whether the functions use IPv6 too. All subnets must be dual-stack. */
  readonly ipv6?: boolean | undefined;
  /** The functions' security groups. Default: one that is created, open to the nodes and endpoints only. */
  readonly securityGroups?: readonly ISecurityGroup[] | undefined;
  /** `existing` if the subnets reach DynamoDB already. Default: their route tables get a gateway endpoint. */
  readonly dynamoDbEndpoint?: 'existing' | undefined;
  /** The id of DynamoDB's managed prefix list in the region. */
  readonly dynamoDbPrefixList?: string | undefined;
  /** The VPC's endpoint for Secrets Manager with private DNS, by its group. Default: one is created if a node has a secret. */
  readonly secretsManagerEndpoint?: { readonly securityGroup: ISecurityGroup } | undefined;
  /** The functions leave the VPC, and everything in it stays until the prop goes. */
  readonly leaving?: boolean | undefined;
};

const has =
  (...members: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'object' && value !== null && members.every((member) => member in value);
const constructs = (what: string, ...members: readonly string[]) =>
  v.custom<unknown>(has(...members), `must be ${what}`);
const securityGroup = constructs('a security group', 'securityGroupId');

/** For users of JavaScript, who have no compiler. */
export const vpcPropsSchema = v.strictObject({
  vpc: constructs("an IVpc. Put ids into the setting vpc instead: settings: { vpc: { id: 'vpc-…' } }", 'selectSubnets'),
  subnets: v.optional(v.looseObject({}, 'must be a SubnetSelection')),
  internet: v.picklist(['nat', 'none'], "must be 'nat' or 'none'"),
  nodes: v.optional(v.array(constructs('a security group or another IPeer', 'toEgressRuleConfig'), 'must be a list')),
  ipv6: v.optional(v.boolean('must be true or false')),
  securityGroups: v.optional(v.array(securityGroup, 'must be a list')),
  dynamoDbEndpoint: v.optional(v.literal('existing', "must be 'existing', or missing")),
  dynamoDbPrefixList: v.optional(v.string('must be the id of a prefix list')),
  secretsManagerEndpoint: v.optional(v.strictObject({ securityGroup }, 'must be { securityGroup }')),
  leaving: v.optional(v.boolean('must be true or false')),
});

/** The other side of a rule: a group, an address block or a prefix list. */
export type RulePeer = {
  readonly cidrIp?: string;
  readonly cidrIpv6?: string;
  readonly destinationSecurityGroupId?: string;
  readonly destinationPrefixListId?: string;
};

/** The VPC by ids, whether they come from settings or constructs. */
export type VpcIds = Omit<VpcSettings, 'id' | 'subnets' | 'nodes' | 'dynamoDbEndpoint' | 'secretsManagerEndpoint'> & {
  readonly vpcId: string;
  readonly subnetIds: readonly string[];
  /** Of the endpoint for Secrets Manager, which takes one per availability zone. */
  readonly endpointSubnetIds: readonly string[];
  readonly nodes: readonly RulePeer[];
  /** Undefined if the subnets reach DynamoDB already. */
  readonly routeTableIds: readonly string[] | undefined;
  /** The group of the VPC's own endpoint for Secrets Manager. */
  readonly secretsManagerGroupId: string | undefined;
};

export function idsOfSettings(settings: VpcSettings): VpcIds {
  const { id, subnets, nodes, dynamoDbEndpoint, secretsManagerEndpoint, ...others } = settings;
  return {
    ...others,
    vpcId: id,
    subnetIds: subnets,
    endpointSubnetIds: subnets,
    nodes: nodes.map(peerOf),
    routeTableIds: dynamoDbEndpoint === 'existing' ? undefined : dynamoDbEndpoint.routeTables,
    secretsManagerGroupId: secretsManagerEndpoint?.securityGroup,
  };
}

function peerOf(place: string): RulePeer {
  if (place.startsWith('sg-')) return { destinationSecurityGroupId: place };
  return place.includes(':') ? { cidrIpv6: place } : { cidrIp: place };
}

export function idsOfProps(props: VpcProps): VpcIds {
  const { vpc, nodes = [], securityGroups, dynamoDbEndpoint, secretsManagerEndpoint } = props;
  const { subnetIds, subnets } = vpc.selectSubnets(props.subnets);
  const tables = () => [...new Set(subnets.map(({ routeTable }) => routeTable.routeTableId))];
  return {
    vpcId: vpc.vpcId,
    subnetIds,
    endpointSubnetIds: vpc.selectSubnets({ ...props.subnets, onePerAz: true }).subnetIds,
    internet: props.internet,
    nodes: nodes.map((peer) => peer.toEgressRuleConfig()),
    ipv6: props.ipv6 ?? false,
    securityGroups: securityGroups?.map(({ securityGroupId }) => securityGroupId),
    routeTableIds: dynamoDbEndpoint === 'existing' ? undefined : tables(),
    dynamoDbPrefixList: props.dynamoDbPrefixList,
    secretsManagerGroupId: secretsManagerEndpoint?.securityGroup.securityGroupId,
    leaving: props.leaving ?? false,
  };
}
