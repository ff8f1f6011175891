import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import type { VpcNode, VpcOptions } from '../../packages/cdk-local/vpc/vpc-options.ts';
import type { Network, Upstream } from '../../src/network.ts';
import { membersOf } from './choose-nodes.ts';
import { type NodePlaces, OptionsError } from './options.ts';

/** @throws {OptionsError} for places of nodes that are in no VPC, or of no network */
export function checkPlaces({ vpc, networks }: Pick<EffectiveSettings, 'vpc' | 'networks'>, places: NodePlaces): void {
  const [first] = Object.keys(places);
  if (!vpc && first !== undefined) throw new OptionsError(`--node-in ${first}=…: the settings have no vpc.`);
  const unknown = Object.keys(places).find((name) => !networks.some(({ network }) => network === name));
  if (unknown !== undefined) throw new OptionsError(`--node-in ${unknown}=…: the settings have no such network.`);
}

/** The networks as they are deployed, and the local nodes that represent their private nodes. */
export type LocalNodes = { readonly networks: readonly Network[]; readonly nodes: readonly VpcNode[] };

/**
 * Keeps the addresses of private nodes: functions in a VPC call them as on AWS, and the local runtime connects them to
 * the local node, if the rules for its place allow it. With TLS on either side, the node's address is replaced.
 * @param started the networks with the nodes that are asked
 */
export function keepPrivateNodes(
  { vpc, networks }: Pick<EffectiveSettings, 'vpc' | 'networks'>,
  started: readonly Network[],
  places: NodePlaces,
): LocalNodes {
  if (!vpc || vpc.leaving) return { networks: started, nodes: [] };
  const kept = started.map((network) => {
    const configured = networks.find((it) => it.network === network.network)?.upstreams ?? [];
    const place = placeOf(places[network.network] ?? vpc.nodes[0]);
    const asked = configured.filter((node) => node.private && network.upstreams.some(({ url }) => url === node.url));
    if (asked.length > 0) {
      const nodes = asked.map(({ url }) => ({ address: addressOf(url), local: addressOf(url), ...place }));
      return { network, nodes };
    }
    const replaced = configured.filter(isPrivateHttp);
    const upstreams = replaced.map((node) => ({ ...membersOf(node), url: node.url, private: true }));
    const [local] = network.upstreams;
    if (upstreams.length === 0 || !local?.url.startsWith('http:')) return { network, nodes: [] };
    const nodes = upstreams.map(({ url }) => ({ address: addressOf(url), local: addressOf(local.url), ...place }));
    return { network: { ...network, upstreams }, nodes };
  });
  return { networks: kept.map(({ network }) => network), nodes: kept.flatMap(({ nodes }) => nodes) };
}

const isPrivateHttp = (upstream: Upstream): boolean => upstream.private === true && upstream.url.startsWith('http:');

function addressOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

function placeOf(place: string | undefined): Pick<VpcNode, 'group' | 'cidr'> {
  if (place === undefined) return {};
  return place.startsWith('sg-') ? { group: place } : { cidr: place };
}

/** What the settings say of a VPC that the template only names. */
export function vpcOptionsOf({ vpc }: Pick<EffectiveSettings, 'vpc'>, nodes: readonly VpcNode[]): VpcOptions {
  if (!vpc) return {};
  const { securityGroups = [], dynamoDbEndpoint, dynamoDbPrefixList, secretsManagerEndpoint } = vpc;
  return {
    nodes,
    internet: vpc.internet === 'nat',
    // Their rules are in another stack: they count as open.
    securityGroups: Object.fromEntries(securityGroups.map((id) => [id, {}])),
    prefixLists: dynamoDbPrefixList === undefined ? {} : { [dynamoDbPrefixList]: 'dynamodb' },
    endpoints: {
      ...(dynamoDbEndpoint === 'existing' && { dynamodb: {} }),
      ...(secretsManagerEndpoint && { secretsmanager: { group: secretsManagerEndpoint.securityGroup } }),
    },
  };
}
