import type { NetworkStatus } from '../api/api.ts';
import { formatCount, formatMilliseconds } from './numbers.ts';

/** A state as a badge. */
type StateView = { readonly tone: 'good' | 'caution' | 'bad' | 'neutral'; readonly label: string };

/** The state of a network, with a sentence on what it means. */
type NetworkStateView = StateView & { readonly meaning: string };

type Lagging = Pick<NetworkStatus['nodes'][number], 'lag' | 'lagMs' | 'lagOfTransaction'>;

type Node = Lagging & { readonly state: string };

const networkStates: Readonly<Record<string, NetworkStateView>> = {
  up: { tone: 'good', label: 'Up', meaning: 'All nodes answer and are up to date.' },
  degraded: {
    tone: 'caution',
    label: 'Degraded',
    meaning: 'Not all nodes answer with current data. Requests go to the best one, so they may be slower.',
  },
  stalled: {
    tone: 'bad',
    label: 'Stalled',
    meaning: 'The nodes answer, but none has a new block. Reads get old data, and transactions wait.',
  },
  down: { tone: 'bad', label: 'Down', meaning: 'No node answers. Requests fail with upstream_unavailable.' },
  unknown: { tone: 'neutral', label: 'Unknown', meaning: 'Whether the nodes answer is not known now.' },
};

/** How to show the state of a network; one that this release does not know by its name. */
export const networkStateView = (state: string): NetworkStateView =>
  networkStates[state] ?? { tone: 'neutral', label: state, meaning: '' };

const nodeStates: Readonly<Record<string, StateView>> = {
  up: { tone: 'good', label: 'Up' },
  behind: { tone: 'caution', label: 'Behind' },
  down: { tone: 'bad', label: 'Down' },
};

/** How to show the state of a node; one that this release does not know by its name. */
export const nodeStateView = (state: string): StateView => nodeStates[state] ?? { tone: 'neutral', label: state };

/** How far a node is behind the best one of its network: `132 slots behind (28.25 s, 88 % of a transaction's life)`. */
export function lagText({ state, lag, lagMs, lagOfTransaction }: Node, heightUnit: string): string {
  if (lag === null || state === 'down') return '–';
  if (lag === 0) return 'Newest';
  const blocks = `${formatCount(lag)} ${lag === 1 ? heightUnit.replace(/s$/, '') : heightUnit} behind`;
  if (lagMs === null) return blocks;
  const life = lagOfTransaction !== null ? `, ${Math.round(lagOfTransaction * 100)} % of a transaction's life` : '';
  return `${blocks} (${formatMilliseconds(lagMs)}${life})`;
}

/** What the nodes of a network do, in one line; empty while that is not known. */
export function nodesText({ nodes, heightUnit }: Pick<NetworkStatus, 'nodes' | 'heightUnit'>): string {
  if (nodes.length === 0) return '';
  const up = nodes.filter(({ state }) => state === 'up').length;
  const noun = nodes.length === 1 ? 'node' : 'nodes';
  const height = Math.max(...nodes.map((node) => node.height ?? -1));
  const newest = height < 0 ? '' : ` Newest height: ${formatCount(height)} ${heightUnit}.`;
  return `${up} of ${nodes.length} ${noun} up.${newest}`;
}

type Network = { readonly network: string; readonly state: string };

/** The state of all networks in a sentence; the worst is named. */
export function summarizeNetworks(networks: readonly Network[]): StateView {
  const inState = (state: string) => networks.filter((network) => network.state === state);
  const [down, stalled] = [inState('down'), inState('stalled')];
  const [degraded, up] = [inState('degraded'), inState('up')];
  if (down.length > 0) return { tone: 'bad', label: sentence(down, networks, 'down') };
  if (stalled.length > 0) return { tone: 'bad', label: sentence(stalled, networks, 'stalled') };
  if (degraded.length > 0) return { tone: 'caution', label: sentence(degraded, networks, 'degraded') };
  if (up.length < networks.length || up.length === 0) {
    return { tone: 'neutral', label: 'The state of the networks is unknown' };
  }
  return { tone: 'good', label: networks.length === 1 ? sentence(up, networks, 'up') : 'All networks are up' };
}

const mostNamed = 3;

function sentence(some: readonly Network[], all: readonly Network[], state: string): string {
  const names = some.map(({ network }) => network).join(', ');
  if (some.length === 1) return `${names} is ${state}`;
  const who = some.length === all.length ? 'All networks' : `${some.length} of ${all.length} networks`;
  return some.length > mostNamed ? `${who} are ${state}` : `${who} are ${state}: ${names}`;
}
