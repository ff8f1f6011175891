import * as v from 'valibot';
import { readProperties } from '../resource-properties.ts';
import type { Template } from '../template/template.ts';
import type { VpcOptions } from './vpc-options.ts';

/** A subnet of a function: its addresses, and what its route table leads to. */
export type Subnet = {
  readonly id: string;
  /** Undefined if the template only names the subnet. */
  readonly cidr: string | undefined;
  /** Whether public addresses can be reached. */
  readonly internet: boolean;
  /** The AWS services with a gateway endpoint: `dynamodb`, `s3`. */
  readonly gateways: readonly string[];
};

// Properties beside these say nothing about who can be reached.
const subnetSchema = v.looseObject({ CidrBlock: v.optional(v.string()) });
const associationSchema = v.looseObject({ SubnetId: v.string(), RouteTableId: v.string() });
const routeSchema = v.looseObject({
  RouteTableId: v.string(),
  DestinationCidrBlock: v.optional(v.string()),
  GatewayId: v.optional(v.string()),
});
const endpointSchema = v.looseObject({
  ServiceName: v.string(),
  VpcEndpointType: v.optional(v.string(), 'Gateway'),
  RouteTableIds: v.optional(v.array(v.string()), []),
  SecurityGroupIds: v.optional(v.array(v.string()), []),
  SubnetIds: v.optional(v.array(v.string()), []),
  PrivateDnsEnabled: v.optional(v.boolean(), false),
});

/** An interface endpoint: the service answers at addresses of the VPC. */
export type InterfaceEndpoint = {
  readonly id: string;
  readonly service: string;
  readonly groups: readonly string[];
  /** Whether the service's usual name leads to it. Otherwise only its own name does. */
  readonly privateDns: boolean;
};

/** `dynamodb` for `com.amazonaws.us-east-1.dynamodb`. */
const serviceOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const endpointsOf = (template: Template) =>
  template.ofType('AWS::EC2::VPCEndpoint').map((it) => ({ id: it.ref, ...readProperties(it, endpointSchema) }));

/** The interface endpoints of the template, and those that the options say the VPC has. */
export function readInterfaceEndpoints(template: Template, given: VpcOptions['endpoints'] = {}): InterfaceEndpoint[] {
  const existing = Object.entries(given).flatMap(([service, { group }]) =>
    group === undefined ? [] : [{ id: service, service, groups: [group], privateDns: true }],
  );
  const created = endpointsOf(template)
    .filter(({ VpcEndpointType }) => VpcEndpointType === 'Interface')
    .map(({ id, ServiceName, SecurityGroupIds, PrivateDnsEnabled }) => ({
      id,
      service: serviceOf(ServiceName),
      groups: SecurityGroupIds,
      privateDns: PrivateDnsEnabled,
    }));
  return [...created, ...existing];
}

/**
 * The subnets that the template has or names, by id. A function has no public address, so a route to an internet gateway
 * is no way out for it (AWS Lambda Developer Guide, "Internet access for VPC-connected functions").
 */
export function readSubnets(
  template: Template,
  { internet = false, endpoints = {} }: Pick<VpcOptions, 'internet' | 'endpoints'>,
): (id: string) => Subnet {
  const existing = Object.keys(endpoints).filter((service) => endpoints[service]?.group === undefined);
  const subnets = new Map(template.ofType('AWS::EC2::Subnet').map((it) => [it.ref, readProperties(it, subnetSchema)]));
  const tables = readRouteTables(template);
  const internetGateways = new Set(template.ofType('AWS::EC2::InternetGateway').map(({ ref }) => ref));
  const routes = template.ofType('AWS::EC2::Route').map((it) => readProperties(it, routeSchema));
  const gateways = endpointsOf(template).filter(({ VpcEndpointType }) => VpcEndpointType === 'Gateway');
  return (id) => {
    const table = tables.get(id);
    const leadsOut = ({ RouteTableId, DestinationCidrBlock, GatewayId }: (typeof routes)[number]) =>
      RouteTableId === table && DestinationCidrBlock === '0.0.0.0/0' && !internetGateways.has(GatewayId ?? '');
    const isAttached = ({ RouteTableIds }: (typeof gateways)[number]) =>
      table === undefined && !subnets.has(id) ? RouteTableIds.length > 0 : RouteTableIds.includes(table ?? '');
    const inTemplate = gateways.filter(isAttached).map(({ ServiceName }) => serviceOf(ServiceName));
    if (subnets.has(id)) {
      return { id, cidr: subnets.get(id)?.CidrBlock, internet: routes.some(leadsOut), gateways: inTemplate };
    }
    return { id, cidr: undefined, internet, gateways: [...inTemplate, ...existing] };
  };
}

/** The route table of each subnet. A subnet without one has the VPC's main table, to which the template adds nothing. */
function readRouteTables(template: Template): ReadonlyMap<string, string> {
  const all = template.ofType('AWS::EC2::SubnetRouteTableAssociation');
  return new Map(
    all.map((it) => {
      const { SubnetId, RouteTableId } = readProperties(it, associationSchema);
      return [SubnetId, RouteTableId];
    }),
  );
}
