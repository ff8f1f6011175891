import { networkInterfaces } from 'node:os';
import type { Network, Upstream, Upstreams } from '../../src/network.ts';
import { type NodeSource, OptionsError } from './options.ts';

/** What decides about the nodes of a local gateway. */
export type NodeChoice = {
  /** Nodes in place of the settings', by network. */
  readonly upstreams?: Upstreams | undefined;
  /** Default: `local`. */
  readonly nodes?: NodeSource | undefined;
  /** The names of the secrets that the local gateway has. */
  readonly secretNames?: readonly string[] | undefined;
};

/** A network with its nodes. Without `isAsked`, a local chain node represents all of them. */
export type ChosenNetwork = { readonly network: Network; readonly isAsked: boolean; readonly note: string };

/** What a settings' node keeps when another one takes its place: never a secret, which is for the settings' address. */
export const membersOf = ({ methods, exceptMethods, archive, earliestSlot, callsPerSecond, cost }: Upstream) => ({
  ...(methods && { methods }),
  ...(exceptMethods && { exceptMethods }),
  ...(archive !== undefined && { archive }),
  ...(earliestSlot !== undefined && { earliestSlot }),
  ...(callsPerSecond !== undefined && { callsPerSecond }),
  ...(cost && { cost }),
});

/**
 * Chooses the nodes of each network: those of `--upstream` with the members of the settings' node in that place; or the
 * settings' own, all of them or those on this machine; or a stand-in for each of them.
 * @throws {OptionsError} for an unknown network, and for nodes whose secret is missing
 */
export function chooseNodes(networks: readonly Network[], choice: NodeChoice): ChosenNetwork[] {
  const { upstreams = {}, nodes = 'local', secretNames = [] } = choice;
  refuseUnknown(networks, upstreams);
  return networks.map((row) => {
    const { network, upstreams: configured } = row;
    const replacing = upstreams[network];
    if (replacing)
      return chosen(
        row,
        replacing.map((node, at) => inPlaceOf(configured[at], node)),
      );
    const own = nodes === 'settings' ? configured : configured.filter(({ url }) => isOnThisMachine(url));
    requireSecrets(own, secretNames);
    if (nodes === 'settings') return { network: row, isAsked: true, note: noteOf(network, own, configured) };
    return own.length > 0 ? chosen(row, own) : standIn(row);
  });
}

const inPlaceOf = (configured: Upstream | undefined, node: Upstream): Upstream => ({
  ...(configured && membersOf(configured)),
  ...node,
});

/** Local nodes and forks have the names of public networks, so their own chain is expected. */
const withoutIdentity = ({ genesisHash: _, chainId: __, ...network }: Network): Network => network;

const chosen = (row: Network, upstreams: readonly Upstream[]): ChosenNetwork => ({
  network: { ...withoutIdentity(row), upstreams },
  isAsked: true,
  note: noteOf(row.network, upstreams, row.upstreams),
});

function standIn(row: Network): ChosenNetwork {
  // The history of a local chain begins with its start.
  const upstreams = row.upstreams.map(({ earliestSlot: _, ...node }) => ({ ...membersOf(node), url: node.url }));
  const note = `${row.network}: a local chain node, instead of ${urlsOf(row.upstreams)}`;
  return { network: { ...withoutIdentity(row), upstreams }, isAsked: false, note };
}

function noteOf(network: string, asked: readonly Upstream[], configured: readonly Upstream[]): string {
  const replaced = configured.filter(({ url }) => asked.every((node) => node.url !== url));
  return `${network}: ${urlsOf(asked)}${replaced.length > 0 ? `, instead of ${urlsOf(replaced)}` : ''}`;
}

const urlsOf = (nodes: readonly Upstream[]): string => nodes.map(({ url }) => url).join(' and ');

function isOnThisMachine(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (/^(127\.\d+\.\d+\.\d+|::1|(.+\.)?localhost)$/.test(host)) return true;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host));
}

function requireSecrets(nodes: readonly Upstream[], given: readonly string[]): void {
  const node = nodes.find(({ secretName }) => secretName !== undefined && !given.includes(secretName));
  if (node === undefined) return;
  throw new OptionsError(
    `The node ${node.url} needs the secret ${node.secretName}. Put it into a file {"${node.secretName}": {"headers": {…}}}, ` +
      'and give that with --secrets FILE.',
  );
}

function refuseUnknown(networks: readonly Network[], given: Upstreams): void {
  const known = networks.map(({ network }) => network);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new OptionsError(`--upstream ${unknown}=…: the settings have no such network. Networks: ${known.join(', ')}.`);
}
