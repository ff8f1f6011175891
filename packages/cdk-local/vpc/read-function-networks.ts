import * as v from 'valibot';
import { readProperties } from '../resource-properties.ts';
import { endpointName } from '../template/network-types.ts';
import type { Template } from '../template/template.ts';
import type { FunctionNetwork } from './function-network.ts';
import { readSecurityGroups, type SecurityGroup } from './security-groups.ts';
import { isRange, type PrefixLists } from './security-rule.ts';
import { readInterfaceEndpoints, readSubnets } from './subnets.ts';
import type { VpcOptions } from './vpc-options.ts';

type PlacedFunction = {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly vpc?: { readonly subnetIds: readonly string[]; readonly securityGroupIds: readonly string[] } | undefined;
};

/** The local VPC settings contradict the template, or cannot be understood. */
class VpcOptionsError extends Error {
  override readonly name = 'VpcOptionsError';
  readonly code = 'wrong_vpc_options';
}

/**
 * Reads what decides about the connections of each function that is in a VPC; undefined for the others.
 * @param servicesAt host and port at which AWS's services answer on this machine
 * @throws {VpcOptionsError} @throws {UnsupportedResourceError}
 */
export function readFunctionNetworks(
  template: Template,
  options: VpcOptions,
  servicesAt: string,
): (definition: PlacedFunction) => FunctionNetwork | undefined {
  const groupOf = readSecurityGroups(template, options.securityGroups);
  const subnetOf = readSubnets(template, options);
  const endpoints = readInterfaceEndpoints(template, options.endpoints);
  const { nodes = [] } = options;
  const shared = { nodes, servicesAt, prefixLists: readPrefixLists(template, options.prefixLists) };
  const named = [...nodes.flatMap(({ group }) => group ?? []), ...endpoints.flatMap(({ groups }) => groups)];
  checkNodes(nodes, template, options);
  return ({ name: functionName, vpc, variables }) => {
    if (!vpc) return undefined;
    const groups = vpc.securityGroupIds.map(groupOf);
    const ids = new Set([...named, ...groups.flatMap(targetGroups)]);
    const peers = Object.fromEntries([...ids].map((id) => [id, groupOf(id)]));
    // A function is told the own name of an endpoint in a variable, such as AWS_ENDPOINT_URL_SECRETS_MANAGER.
    const isUsed = ({ id, privateDns }: (typeof endpoints)[number]) =>
      privateDns || Object.values(variables).some((value) => value.includes(endpointName(id)));
    const interfaces = endpoints.filter(isUsed);
    return { ...shared, functionName, groups, interfaces, subnets: vpc.subnetIds.map(subnetOf), peers };
  };
}

const targetGroups = ({ egress }: SecurityGroup): string[] =>
  egress.flatMap(({ target }) => ('group' in target ? [target.group] : []));

const listSchema = v.looseObject({ Entries: v.optional(v.array(v.looseObject({ Cidr: v.string() })), []) });

/** Prefix lists of the template have addresses; those that it only names have what the options say. */
function readPrefixLists(template: Template, given: VpcOptions['prefixLists'] = {}): PrefixLists {
  const own = template
    .ofType('AWS::EC2::PrefixList')
    .map((it) => [it.ref, readProperties(it, listSchema).Entries.map(({ Cidr }) => Cidr)] as const);
  return { ...given, ...Object.fromEntries(own) };
}

function checkNodes(nodes: VpcOptions['nodes'] = [], template: Template, { securityGroups = {} }: VpcOptions): void {
  const own = template.ofType('AWS::EC2::SecurityGroup').map(({ ref }) => ref);
  for (const { address, local = address, group, cidr } of nodes) {
    const wrong = [address, local].find((it) => !/^\S+:\d+$/.test(it));
    if (wrong !== undefined) throw new VpcOptionsError(`${wrong} must be a host and a port, such as 127.0.0.1:8899.`);
    if (cidr !== undefined && !isRange(cidr)) {
      throw new VpcOptionsError(`${address} represents ${cidr}, which is not a CIDR block, such as 10.0.0.0/16.`);
    }
    const isLogicalId = group !== undefined && !/^sg-[\da-f]+$/.test(group);
    if (isLogicalId && !own.includes(group) && !Object.hasOwn(securityGroups, group)) {
      throw new VpcOptionsError(
        `${address} represents ${group}, but the template has no such security group. It has: ${own.join(', ') || 'none'}.`,
      );
    }
  }
}
