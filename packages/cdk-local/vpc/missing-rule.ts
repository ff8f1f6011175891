import type { FunctionNetwork } from './function-network.ts';
import type { SecurityGroup } from './security-groups.ts';
import { anywhere, includesPeer, includesPort, type Peer, type SecurityRule } from './security-rule.ts';

/** Names the egress rule that the function's groups lack for a connection; undefined if they have one. */
export function missingEgress(
  network: FunctionNetwork,
  peer: Partial<Peer>,
  port: number,
  shown = shownPeer(peer),
): string | undefined {
  const { groups, prefixLists } = network;
  const rules = groups.flatMap(({ egress }) => egress).filter((rule) => includesPort(rule, port));
  if (rules.some((rule) => includesPeer(rule, peer, prefixLists))) return undefined;
  const names = groups.map(({ id }) => id).join(', ');
  const missing = `Missing: an egress rule of ${names} for TCP ${port} to ${shown}.`;
  return [missing, ...groups.flatMap(unknownGroup), ...rules.flatMap((rule) => unknownTarget(network, rule))].join(' ');
}

/** Names the ingress rule that a group lacks for connections of the function; undefined if it has one. */
export function missingIngress(network: FunctionNetwork, id: string, port: number): string | undefined {
  const group = network.peers[id];
  // The rules of another stack are not known here.
  if (!group?.known) return undefined;
  const own = network.groups.map((it) => it.id);
  const cidrs = network.subnets.map(({ cidr }) => cidr);
  const source = { groups: own, cidrs: cidrs.includes(undefined) ? [] : cidrs.flatMap((it) => it ?? []) };
  const rules = group.ingress.filter((rule) => includesPort(rule, port));
  if (rules.some((rule) => includesPeer(rule, source, network.prefixLists))) return undefined;
  return `Missing: an ingress rule of ${id} for TCP ${port} from ${own.join(', ')}.`;
}

const shownPeer = ({ groups = [], cidrs = [] }: Partial<Peer>): string => [...groups, ...cidrs].join(', ') || anywhere;

const unknownGroup = ({ id, known }: SecurityGroup): string[] =>
  known ? [] : [`The template only names ${id}, so it counts as closed: give its rules in the local VPC settings.`];

/** A rule to a group or list that nothing on this machine represents. */
function unknownTarget({ nodes, peers, prefixLists }: FunctionNetwork, { target }: SecurityRule): string[] {
  const id = 'group' in target ? target.group : 'prefixList' in target ? target.prefixList : undefined;
  if (id === undefined || nodes.some(({ group }) => group === id)) return [];
  if (peers[id]?.known || prefixLists[id]) return [];
  return [`Nothing in the local VPC settings represents ${id}, so the rule to it counts as closed.`];
}
