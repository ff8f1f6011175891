import { isIP } from 'node:net';
import type { FunctionNetwork } from './function-network.ts';
import { missingEgress, missingIngress } from './missing-rule.ts';
import { containsRange } from './security-rule.ts';
import type { InterfaceEndpoint } from './subnets.ts';
import type { VpcNode } from './vpc-options.ts';

/** Where a connection goes instead, if it is allowed; or why it is not. */
export type Decision =
  | { readonly allowed: true; readonly to: Address }
  | { readonly allowed: false; readonly reason: string };

export type Address = { readonly host: string; readonly port: number };

const https = 443;
/** Names of services within a function's threads: `dynamodb.aws.localhost`. */
const serviceName = /^([\w-]+)\.aws\.localhost$/;

/** The address by which a function in a VPC calls a service of AWS. Its threads take the connection to the gate. */
export const serviceHost = (service: string): string => `${service}.aws.localhost`;

/** Decides about a connection that a function opens. */
export function judgeConnection(network: FunctionNetwork, { host, port }: Address): Decision {
  const service = serviceName.exec(host)?.[1];
  if (service !== undefined) {
    return decision(judgeService(network, service), addressOf(network.servicesAt), network, `${service} of AWS`);
  }
  const shown = `${host}:${port}`;
  const node = network.nodes.find((it) => isSame(addressOf(it.address), { host, port }));
  if (node) return decision(judgeNode(network, node, port), addressOf(node.local ?? node.address), network, shown);
  return decision(judgeOther(network, host, port), { host, port }, network, shown);
}

const decision = (
  reason: string | undefined,
  to: Address,
  { functionName }: FunctionNetwork,
  shown: string,
): Decision =>
  reason === undefined
    ? { allowed: true, to }
    : { allowed: false, reason: `The VPC of ${functionName} lets no connection to ${shown} through. ${reason}` };

const isSame = (one: Address, other: Address): boolean =>
  one.port === other.port && one.host.toLowerCase() === other.host.toLowerCase();

function addressOf(address: string): Address {
  const colon = address.lastIndexOf(':');
  return { host: address.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(address.slice(colon + 1)) };
}

function judgeNode(network: FunctionNetwork, { group, cidr }: VpcNode, port: number): string | undefined {
  const node = { groups: group === undefined ? [] : [group], cidrs: cidr === undefined ? [] : [cidr] };
  const out = missingEgress(network, node, port);
  return out ?? (group === undefined ? undefined : missingIngress(network, group, port));
}

/** An address that the options do not explain: of this machine, of the VPC, or a public one. */
function judgeOther(network: FunctionNetwork, host: string, port: number): string | undefined {
  const address = host === 'localhost' ? '127.0.0.1' : host;
  const reason = missingEgress(network, { cidrs: isIP(address) === 0 ? [] : [address] }, port);
  const explain = 'If it is a node of the VPC, name its group or CIDR block in the local VPC settings.';
  if (reason !== undefined) return `${reason} ${explain}`;
  return isPrivate(address) ? undefined : missingWayOut(network);
}

/** Addresses of this machine and of VPCs (RFC 1918, RFC 4193). A name that the options do not explain is a public one. */
const privateRanges = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1', 'fc00::/7'];
const isPrivate = (address: string): boolean =>
  isIP(address) !== 0 && privateRanges.some((range) => containsRange(range, address));

function judgeService(network: FunctionNetwork, service: string): string | undefined {
  const endpoint = network.interfaces.find((it) => it.service === service);
  if (endpoint) return judgeEndpoint(network, endpoint);
  const without = network.subnets.filter(({ gateways }) => !gateways.includes(service));
  if (without.length === 0) return missingEgress(network, { service }, https, `the prefix list of ${service}`);
  if (network.subnets.every(({ internet }) => internet)) return missingEgress(network, {}, https);
  const subnets = without.map(({ id }) => id).join(', ');
  return `Missing: an endpoint for ${service} in ${subnets}, or a route to a NAT gateway.`;
}

function judgeEndpoint(network: FunctionNetwork, { id, groups }: InterfaceEndpoint): string | undefined {
  const cidrs = network.subnets.flatMap(({ cidr }) => cidr ?? []);
  const out = missingEgress(network, { groups, cidrs }, https, `the endpoint ${id} (${groups.join(', ')})`);
  if (out !== undefined) return out;
  const reasons = groups.map((group) => missingIngress(network, group, https));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

function missingWayOut({ subnets }: FunctionNetwork): string | undefined {
  const closed = subnets.filter(({ internet }) => !internet).map(({ id }) => id);
  if (closed.length === 0) return undefined;
  return `Missing: a route to a NAT gateway from ${closed.join(', ')}, because the address is public.`;
}
