import type { ChainId } from './chains/chains.ts';
import type { ServingNode } from './chains/served.ts';
import type { NodeCost } from './cost/node-cost.ts';

export type Upstream = ServingNode & {
  readonly url: string;
  /** The Secrets Manager secret with the node's credentials; see src/upstream/upstream-credentials.ts. */
  readonly secretName?: string | undefined;
  /** The oldest block that the node has. Default: what watch finds out. */
  readonly earliestSlot?: number | undefined;
  /** The node has the whole history. */
  readonly archive?: boolean | undefined;
  /** The most calls that all processes together send to it in a second. Default: no limit. */
  readonly callsPerSecond?: number | undefined;
  /** What its provider charges. Default: nothing. */
  readonly cost?: NodeCost | undefined;
  /** Only the operator's VPC reaches it. */
  readonly private?: boolean | undefined;
  /** The certificates in PEM that sign the node's own. Default: the public authorities that Node trusts. */
  readonly ca?: string | undefined;
};

export type Upstreams = Readonly<Record<string, readonly Upstream[]>>;

/** What an operator adds to the chain's methods, or takes from them. */
export type NetworkMethods = {
  /** Further methods that only read: they may be sent to several nodes, and before they are admitted. */
  readonly reads?: readonly string[] | undefined;
  /** Methods that are sent once. As for unknown ones, but a node can name them in its own `methods`. */
  readonly writes?: readonly string[] | undefined;
  /** Never sent to a node, for any key. */
  readonly unsupported?: readonly string[] | undefined;
};

export type Network = {
  readonly path: string;
  readonly chain: ChainId;
  /** Unique among all chains; lower-case letters, digits and hyphens, for example `eth-mainnet`. */
  readonly network: string;
  /** The hash of the first block of Solana's chain, or its name: nodes of another chain are not used. Default: see watch. */
  readonly genesisHash?: string | undefined;
  /** The same for Ethereum's chains: 1 is Ethereum's mainnet. */
  readonly chainId?: number | undefined;
  /** A node that is further behind the network's best node is used last. Default: the chain's. */
  readonly maxLagSeconds?: number | undefined;
  /** Without a new block for so long, the network has stalled. 0: never. Default: the chain's. */
  readonly stalledAfterSeconds?: number | undefined;
  readonly methods?: NetworkMethods | undefined;
  /** In order of preference. */
  readonly upstreams: readonly Upstream[];
};

/** The network in records of keys that the management API refused. No network may have this name: it has a space. */
export const managementApiName = 'management API';

/** The network at the path of a request. Some SDKs end the URL with a slash. */
export const networkAt = (networks: readonly Network[], rawPath: string): Network | undefined =>
  networks.find(({ path }) => rawPath === path || (path !== '/' && rawPath === `${path}/`));

export const upstreamsOf = (networks: readonly Network[]): Upstreams =>
  Object.fromEntries(networks.map(({ network, upstreams }) => [network, upstreams]));

/** The stack's output with a network's address, without hyphens for CloudFormation: `EthMainnetEndpoint`. */
export const endpointOutput = ({ network }: Pick<Network, 'network'>): string =>
  `${network.split('-').map(capitalized).join('')}Endpoint`;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Hosts, numbered if nodes share one. Metrics and alarms must agree on these names. */
export function nodeNames(upstreams: readonly Pick<Upstream, 'url'>[]): string[] {
  const hosts = upstreams.map(({ url }) => new URL(url).host);
  return hosts.map((host, index) => {
    if (hosts.indexOf(host) === hosts.lastIndexOf(host)) return host;
    return `${host}#${hosts.slice(0, index + 1).filter((other) => other === host).length}`;
  });
}
