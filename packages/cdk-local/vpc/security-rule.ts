import { BlockList, isIP } from 'node:net';
import * as v from 'valibot';
import { withoutLocalEffect } from '../resource-properties.ts';

/** What a rule lets through: addresses, a security group, or a prefix list. */
type RuleTarget =
  | { readonly cidr: string }
  | { readonly group: string }
  | { readonly prefixList: string }
  | { readonly nothing: true };

/** A rule of a security group. */
export type SecurityRule = {
  /** `tcp`, `udp`, a protocol's number, or `-1` for all. */
  readonly protocol: string;
  readonly fromPort: number;
  readonly toPort: number;
  readonly target: RuleTarget;
};

/** Whom a connection goes to or comes from. Without `cidrs`, its address is not known. */
export type Peer = {
  readonly groups: readonly string[];
  readonly cidrs: readonly string[];
  /** The service of AWS behind a gateway endpoint. */
  readonly service: string;
};

/** What is in prefix lists, by id: a service of AWS, or CIDR blocks. */
export type PrefixLists = Readonly<Record<string, string | readonly string[]>>;

/** All IPv4 addresses. */
export const anywhere = '0.0.0.0/0';

const range = v.pipe(v.string(), v.check(isRange, 'must be a CIDR block, such as 10.0.0.0/16'));
const port = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer());
const fields = {
  IpProtocol: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.toLowerCase()),
  FromPort: v.optional(port, -1),
  ToPort: v.optional(port, -1),
  CidrIp: v.optional(range),
  CidrIpv6: v.optional(range),
  Description: withoutLocalEffect,
};

type Fields = {
  IpProtocol: string;
  FromPort: number;
  ToPort: number;
  CidrIp?: string | undefined;
  CidrIpv6?: string | undefined;
};

const ruleOf = (rule: Fields, group?: string, prefixList?: string): SecurityRule => ({
  protocol: rule.IpProtocol,
  fromPort: rule.FromPort,
  toPort: rule.ToPort,
  target: targetOf(rule.CidrIp ?? rule.CidrIpv6, group, prefixList),
});

function targetOf(cidr?: string, group?: string, prefixList?: string): RuleTarget {
  if (cidr !== undefined) return { cidr };
  if (group !== undefined) return { group };
  return prefixList === undefined ? { nothing: true } : { prefixList };
}

const egressFields = {
  ...fields,
  DestinationSecurityGroupId: v.optional(v.string()),
  DestinationPrefixListId: v.optional(v.string()),
};
const ingressFields = {
  ...fields,
  SourceSecurityGroupId: v.optional(v.string()),
  SourcePrefixListId: v.optional(v.string()),
  SourceSecurityGroupOwnerId: withoutLocalEffect,
};
const toEgress = (rule: v.InferOutput<v.StrictObjectSchema<typeof egressFields, undefined>>): SecurityRule =>
  ruleOf(rule, rule.DestinationSecurityGroupId, rule.DestinationPrefixListId);
const toIngress = (rule: v.InferOutput<v.StrictObjectSchema<typeof ingressFields, undefined>>): SecurityRule =>
  ruleOf(rule, rule.SourceSecurityGroupId, rule.SourcePrefixListId);

/** Rules within an AWS::EC2::SecurityGroup. */
export const egressRule = v.pipe(v.strictObject(egressFields), v.transform(toEgress));
export const ingressRule = v.pipe(v.strictObject(ingressFields), v.transform(toIngress));

/** Rules that are resources of their own, with their group. */
export const attachedEgress = v.pipe(
  v.strictObject({ ...egressFields, GroupId: v.string() }),
  v.transform(({ GroupId, ...rule }) => ({ groupId: GroupId, rule: toEgress(rule) })),
);
export const attachedIngress = v.pipe(
  v.strictObject({ ...ingressFields, GroupId: v.string() }),
  v.transform(({ GroupId, ...rule }) => ({ groupId: GroupId, rule: toIngress(rule) })),
);

/** Whether the rule is about TCP on this port, with any peer. */
export function includesPort({ protocol, fromPort, toPort }: SecurityRule, wanted: number): boolean {
  if (protocol === '-1') return true;
  return ['tcp', '6'].includes(protocol) && fromPort <= wanted && wanted <= toPort;
}

/** Whether the rule is about this peer. */
export function includesPeer(
  { target }: SecurityRule,
  { groups = [], cidrs = [], service }: Partial<Peer>,
  prefixLists: PrefixLists,
): boolean {
  if ('group' in target) return groups.includes(target.group);
  if ('nothing' in target) return false;
  const list = 'cidr' in target ? [target.cidr] : (prefixLists[target.prefixList] ?? []);
  if (typeof list === 'string') return list === service;
  // An unknown address is an IPv4 address: nodes on this machine have one.
  const wanted = cidrs.length > 0 ? cidrs : [anywhere];
  return wanted.every((cidr) => list.some((each) => containsRange(each, cidr)));
}

/** Whether the addresses of a CIDR block, or an address, are all in another one. */
export function containsRange(outer: string, inner: string): boolean {
  const [range, part] = [partsOf(outer), partsOf(inner)];
  if (range.family !== part.family || range.length > part.length) return false;
  const addresses = new BlockList();
  addresses.addSubnet(range.address, range.length, range.family);
  return addresses.check(part.address, part.family);
}

function partsOf(cidr: string): { address: string; length: number; family: 'ipv4' | 'ipv6' } {
  const [address = '', length] = cidr.split('/');
  const isV4 = isIP(address) === 4;
  const whole = isV4 ? 32 : 128;
  return { address, length: length === undefined ? whole : Number(length), family: isV4 ? 'ipv4' : 'ipv6' };
}

/** Whether a text is a CIDR block or an IP address. */
export function isRange(text: string): boolean {
  const { address, length, family } = partsOf(text);
  return isIP(address) !== 0 && /^[^/]+(\/\d+)?$/.test(text) && length <= (family === 'ipv4' ? 32 : 128);
}
