import * as v from 'valibot';
import { awsCalls } from '../aws-calls.ts';
import { ok, toDo, warning } from '../finding.ts';
import type { AskedStack, Question, Topic } from '../question.ts';
import { propertiesOf } from '../template.ts';
import { askForMore, type Quota, quotaOf } from './quota.ts';

const ids = v.optional(v.array(v.unknown()), []);
const functionVpc = v.object({
  VpcConfig: v.object({
    SubnetIds: ids,
    SecurityGroupIds: ids,
    Ipv6AllowedForDualStack: v.optional(v.boolean(), false),
  }),
});
const endpointSchema = v.object({ VpcId: v.string(), VpcEndpointType: v.string(), RouteTableIds: ids });
const groupSchema = v.object({ VpcId: v.string(), SecurityGroupEgress: v.optional(v.array(v.unknown()), []) });

const given = (values: readonly unknown[], prefix: string): string[] =>
  values.filter((each): each is string => typeof each === 'string' && each.startsWith(prefix));

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

const configsOf = ({ resources }: AskedStack) =>
  propertiesOf(resources, 'AWS::Lambda::Function', functionVpc).map(({ VpcConfig }) => VpcConfig);

const vpcOf = ({ resources }: AskedStack): string | undefined =>
  [
    ...propertiesOf(resources, 'AWS::EC2::SecurityGroup', groupSchema),
    ...propertiesOf(resources, 'AWS::EC2::VPCEndpoint', endpointSchema),
  ][0]?.VpcId;

/** Fewer addresses than this are used up by the functions' network interfaces, and by others. */
const spareAddresses = 8;

/** The subnets and the given groups of the functions that call nodes. */
export const functionVpcQuestions: Topic = (stack) => {
  const configs = configsOf(stack);
  const subnets = unique(
    given(
      configs.flatMap(({ SubnetIds }) => SubnetIds),
      'subnet-',
    ),
  );
  const groups = unique(
    given(
      configs.flatMap(({ SecurityGroupIds }) => SecurityGroupIds),
      'sg-',
    ),
  );
  if (subnets.length === 0) return [];
  const ipv6 = configs.some(({ Ipv6AllowedForDualStack }) => Ipv6AllowedForDualStack);
  return [subnetQuestion(subnets, vpcOf(stack), ipv6), ...(groups.length > 0 ? [groupQuestion(groups)] : [])];
};

const subnetQuestion = (subnets: readonly string[], vpc: string | undefined, ipv6: boolean): Question => ({
  check: 'vpc subnets',
  ask: async (ask) => {
    const found = (await ask(awsCalls.subnets, { 'subnet-ids': subnets }))?.Subnets ?? [];
    const missing = subnets.filter((id) => found.every(({ SubnetId }) => SubnetId !== id));
    if (missing.length > 0)
      return toDo(`EC2 has no subnet ${missing.join(', ')} in this region.`, 'Correct vpc.subnets.');
    const named = (some: typeof found) => some.map(({ SubnetId }) => SubnetId).join(', ');
    const outside = found.filter(({ VpcId }) => VpcId !== (vpc ?? found[0]?.VpcId));
    if (outside.length > 0)
      return toDo(`${named(outside)} is in another VPC than ${vpc ?? found[0]?.VpcId}.`, 'Correct vpc.');
    const single = found.filter((each) => ipv6 && each.Ipv6CidrBlockAssociationSet.length === 0);
    if (single.length > 0)
      return toDo(`${named(single)} has no IPv6 addresses.`, 'Give it some, or set vpc.ipv6 to false.');
    const full = found.filter(({ AvailableIpAddressCount }) => AvailableIpAddressCount < spareAddresses);
    if (full.length > 0)
      return toDo(`${named(full)} has fewer than ${spareAddresses} free addresses.`, 'Name larger subnets.');
    const open = found.filter(({ MapPublicIpOnLaunch }) => MapPublicIpOnLaunch);
    if (open.length > 0)
      return warning(
        `${named(open)} looks like a public subnet: functions get no public address, and reach no internet from there.`,
        'Name private subnets, which have a NAT gateway if nodes are public.',
      );
    return ok(`${found.length} subnets with free addresses, in one VPC.`);
  },
});

const groupQuestion = (groups: readonly string[]): Question => ({
  check: 'vpc security groups',
  ask: async (ask) => {
    const found = (await ask(awsCalls.securityGroups, { 'group-ids': groups }))?.SecurityGroups ?? [];
    const missing = groups.filter((id) => found.every(({ GroupId }) => GroupId !== id));
    return missing.length === 0
      ? ok(`EC2 has ${groups.join(', ')}.`)
      : toDo(`EC2 has no security group ${missing.join(', ')} in this region.`, 'Correct vpc.securityGroups.');
  },
});

/** The way to AWS's APIs: names are resolved in the VPC, and a route table takes one gateway endpoint for DynamoDB. */
export const endpointQuestions: Topic = (stack) => {
  const vpc = vpcOf(stack);
  if (vpc === undefined) return [];
  const tables = propertiesOf(stack.resources, 'AWS::EC2::VPCEndpoint', endpointSchema)
    .filter(({ VpcEndpointType }) => VpcEndpointType === 'Gateway')
    .flatMap(({ RouteTableIds }) => given(RouteTableIds, 'rtb-'));
  return [dnsQuestion(vpc), ...(tables.length > 0 ? [routeTableQuestion(stack, vpc, unique(tables))] : [])];
};

const dnsQuestion = (vpc: string): Question => ({
  check: 'vpc dns',
  ask: async (ask) => {
    const answer = await ask(awsCalls.dnsSupport, { 'vpc-id': vpc, attribute: 'enableDnsSupport' });
    if (!answer) return toDo(`EC2 has no VPC ${vpc} in this region.`, 'Correct vpc.id.');
    if (answer.EnableDnsSupport.Value) return ok('The VPC resolves names.');
    return toDo(
      'The VPC resolves no names (enableDnsSupport is off): the functions would reach neither AWS nor nodes.',
      `Run: aws ec2 modify-vpc-attribute --vpc-id ${vpc} --enable-dns-support`,
    );
  },
});

const routeTableQuestion = ({ stackName, place }: AskedStack, vpc: string, tables: readonly string[]): Question => ({
  check: 'vpc dynamodb endpoint',
  ask: async (ask) => {
    const known = (await ask(awsCalls.routeTables, { 'route-table-ids': tables }))?.RouteTables ?? [];
    const missing = tables.filter(
      (id) => !known.some(({ RouteTableId, VpcId }) => RouteTableId === id && VpcId === vpc),
    );
    if (missing.length > 0)
      return toDo(`The VPC ${vpc} has no route table ${missing.join(', ')}.`, 'Correct vpc.dynamoDbEndpoint.');
    const own = (await ask(awsCalls.stackResources, { 'stack-name': stackName }))?.StackResourceSummaries ?? [];
    const all = (await ask(awsCalls.vpcEndpoints, { filters: `Name=vpc-id,Values=${vpc}` }))?.VpcEndpoints ?? [];
    const other = all.find(
      ({ ServiceName, VpcEndpointType, RouteTableIds, VpcEndpointId }) =>
        VpcEndpointType === 'Gateway' &&
        ServiceName === `com.amazonaws.${place.region}.dynamodb` &&
        RouteTableIds.some((id) => tables.includes(id)) &&
        own.every(({ PhysicalResourceId }) => PhysicalResourceId !== VpcEndpointId),
    );
    if (!other) return ok('The route tables have no other endpoint for DynamoDB.');
    return toDo(
      `A route table has the endpoint ${other.VpcEndpointId} for DynamoDB already, and takes only one.`,
      "Set vpc.dynamoDbEndpoint to 'existing'.",
    );
  },
});

/** "Inbound or outbound rules per security group". A prefix list counts as many as it may have entries. */
const rulesPerGroup: Quota = { service: 'vpc', code: 'L-0EA8095F', default: 60 };

export const groupRuleQuestions: Topic = ({ resources }) => {
  const inline = propertiesOf(resources, 'AWS::EC2::SecurityGroup', groupSchema).map(
    (each) => each.SecurityGroupEgress.length,
  );
  const apart = resources.filter(({ type }) => type === 'AWS::EC2::SecurityGroupEgress').length;
  const rules = Math.max(0, ...inline) + apart;
  return [
    {
      check: 'rules of the security group',
      ask: async (ask) => {
        const quota = await quotaOf(ask, rulesPerGroup);
        const found = `The functions' security group has ${rules} rules for outbound connections; the account may have ${quota}.`;
        if (rules <= quota) return ok(found);
        return toDo(
          found,
          `Name a CIDR block in vpc.nodes and give the nodes host names instead of addresses, or: ${askForMore(rulesPerGroup, rules)}`,
        );
      },
    },
  ];
};
