import { isIP } from 'node:net';
import * as v from 'valibot';

const idOf = (prefix: string, what: string) =>
  v.pipe(
    v.string(),
    v.regex(
      new RegExp(`^${prefix}-[0-9a-f]{8,17}$`),
      `must be the id of ${what}, for example ${prefix}-0a1b2c3d4e5f67890`,
    ),
  );

const securityGroup = idOf('sg', 'a security group');

/** Lambda takes at most 16 subnets and 5 groups ("AWS::Lambda::Function VpcConfig"). */
const subnets = v.pipe(
  v.array(idOf('subnet', 'a subnet')),
  v.minLength(1, 'needs at least one subnet'),
  v.maxLength(16, 'must have at most 16 subnets'),
  v.readonly(),
);

function isCidr(text: string): boolean {
  const [address = '', length = '', ...others] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return others.length === 0 && /^\d{1,3}$/.test(length) && Number(length) <= bits;
}

/** Where the private nodes are, for the rules of the functions' security group. */
const nodePlace = v.pipe(
  v.string(),
  v.check(
    (text) => isCidr(text) || v.is(securityGroup, text),
    "must be the id of a security group ('sg-0a1b2c3d4e5f67890') or a CIDR block ('10.0.0.0/16')",
  ),
);

/** The VPC of the operator's nodes. Only the functions that open connections to nodes run in it. */
export const vpcSchema = v.strictObject({
  id: idOf('vpc', 'a VPC'),
  /** Of the functions, and of the endpoint for Secrets Manager: one per availability zone. Private, with a way to the nodes. */
  subnets,
  /** The subnets' way to the internet, which public nodes need. IPv6 by an egress-only gateway counts as `nat`. */
  internet: v.picklist(['nat', 'none']),
  /** Security groups and CIDR blocks of the nodes with `private: true`, such as that of their load balancer. */
  nodes: v.optional(v.pipe(v.array(nodePlace), v.readonly()), []),
  /** Whether the functions use IPv6 too. All subnets must be dual-stack. */
  ipv6: v.optional(v.boolean(), false),
  /** The functions' security groups. Default: one that is created, open to the nodes and endpoints only. */
  securityGroups: v.optional(
    v.pipe(
      v.array(securityGroup),
      v.minLength(1, 'needs at least one group'),
      v.maxLength(5, 'must have at most 5 groups'),
      v.readonly(),
    ),
  ),
  /**
   * The subnets' route tables, which get a gateway endpoint for DynamoDB; or `existing` if they have one, or reach
   * DynamoDB by a NAT gateway. A route table takes one such endpoint.
   */
  dynamoDbEndpoint: v.union(
    [
      v.literal('existing'),
      v.strictObject({
        routeTables: v.pipe(v.array(idOf('rtb', 'a route table')), v.minLength(1, 'needs at least one'), v.readonly()),
      }),
    ],
    "must be { routeTables: ['rtb-…'] }, or 'existing' if the subnets reach DynamoDB already",
  ),
  /** The id of DynamoDB's managed prefix list in the region. Default: port 443 is open to any address, with a warning. */
  dynamoDbPrefixList: v.optional(idOf('pl', 'a managed prefix list')),
  /** The VPC's endpoint for Secrets Manager with private DNS, by its group. Default: one is created if a node has a secret. */
  secretsManagerEndpoint: v.optional(v.strictObject({ securityGroup })),
  /** The functions leave the VPC, and everything in it stays until the setting goes (docs/operating.md). */
  leaving: v.optional(v.boolean(), false),
});

export type VpcSettings = v.InferOutput<typeof vpcSchema>;
