import type { NetworkStatus } from '../../api/api.ts';
import { formatCount } from '../../format/numbers.ts';

type StateView = { readonly label: string; readonly tone: 'good' | 'caution' | 'bad' | 'neutral' };

const views: Readonly<Record<string, StateView>> = {
  up: { label: 'Up', tone: 'good' },
  degraded: { label: 'Degraded', tone: 'caution' },
  down: { label: 'Down', tone: 'bad' },
  unknown: { label: 'Not checked', tone: 'neutral' },
};

/** A network's state as a badge; one that this release does not know by its name. */
export const networkStateView = (state: string): StateView => views[state] ?? { label: state, tone: 'neutral' };

/** What the nodes of a network do, in one line; empty while that is not known. */
export function nodesText({ nodes, heightUnit }: Pick<NetworkStatus, 'nodes' | 'heightUnit'>): string {
  if (nodes.length === 0) return '';
  const up = nodes.filter(({ state }) => state === 'up').length;
  const noun = nodes.length === 1 ? 'node' : 'nodes';
  const height = Math.max(...nodes.map((node) => node.height ?? -1));
  const newest = height < 0 ? '' : ` Newest height: ${formatCount(height)} ${heightUnit}.`;
  return `${up} of ${nodes.length} ${noun} up.${newest}`;
}
