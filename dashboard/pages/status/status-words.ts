import type { NetworkStatus } from '../../api/api.ts';
import { formatCount } from '../../format/numbers.ts';

/** A state as a badge. */
type StateLabel = { readonly tone: 'neutral' | 'good' | 'caution' | 'bad'; readonly label: string };
/** A state with a sentence on what it means. */
type StateWords = StateLabel & { readonly text: string };

type Node = NetworkStatus['nodes'][number];

const networkStates: Readonly<Record<string, StateWords>> = {
  up: { tone: 'good', label: 'Operational', text: 'All nodes answer and are up to date.' },
  degraded: {
    tone: 'caution',
    label: 'Degraded',
    text: 'Not all nodes answer with current data. Requests go to the best one, so they may be slower.',
  },
  down: { tone: 'bad', label: 'Down', text: 'No node answers. Requests fail with upstream_unavailable.' },
  unknown: { tone: 'neutral', label: 'Unknown', text: 'The nodes were not checked in the last minutes.' },
};

/** The state of a network; one that this release does not know, by its name. */
export const networkState = (state: string): StateWords =>
  networkStates[state] ?? { tone: 'neutral', label: state, text: '' };

const nodeStates: Readonly<Record<string, StateLabel>> = {
  up: { tone: 'good', label: 'Up' },
  behind: { tone: 'caution', label: 'Behind' },
  down: { tone: 'bad', label: 'Down' },
};

/** The state of a node; one that this release does not know, by its name. */
export const nodeState = (state: string): StateLabel =>
  nodeStates[state] ?? { tone: 'neutral', label: state };

/** How far a node is behind the best one of its network: `132 slots behind`. */
export function lagText({ state, lag }: Pick<Node, 'state' | 'lag'>, heightUnit: string): string {
  if (lag === null || state === 'down') return '–';
  if (lag === 0) return 'Newest';
  return `${formatCount(lag)} ${lag === 1 ? heightUnit.replace(/s$/, '') : heightUnit} behind`;
}

/** The networks together, in one sentence for the head of the page. */
export function overallState(networks: readonly Pick<NetworkStatus, 'state'>[]): StateLabel {
  const affected = networks.filter(({ state }) => state !== 'up');
  if (affected.length === 0) return { tone: 'good', label: 'All networks are operational' };
  const share = `${affected.length} of ${networks.length} networks`;
  if (affected.every(({ state }) => state === 'unknown')) {
    return { tone: 'neutral', label: `The state of ${share} is unknown` };
  }
  return { tone: affected.some(({ state }) => state === 'down') ? 'bad' : 'caution', label: `Problems with ${share}` };
}
