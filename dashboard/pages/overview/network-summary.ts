import type { NetworkStatus } from '../../api/api.ts';

/** The state of all networks in a sentence. */
type NetworkSummary = { readonly tone: 'good' | 'caution' | 'bad' | 'neutral'; readonly text: string };

type Network = Pick<NetworkStatus, 'network' | 'state'>;

/** Summarizes the states of the networks; the worst is named. */
export function summarizeNetworks(networks: readonly Network[]): NetworkSummary {
  const inState = (state: string) => networks.filter((network) => network.state === state);
  const [down, degraded, up] = [inState('down'), inState('degraded'), inState('up')];
  if (down.length > 0) return { tone: 'bad', text: sentence(down, networks, 'down') };
  if (degraded.length > 0) return { tone: 'caution', text: sentence(degraded, networks, 'degraded') };
  if (up.length < networks.length || up.length === 0) {
    return { tone: 'neutral', text: 'The state of the networks is not known at the moment' };
  }
  return { tone: 'good', text: networks.length === 1 ? sentence(up, networks, 'up') : 'All networks are up' };
}

const mostNamed = 3;

function sentence(some: readonly Network[], all: readonly Network[], state: string): string {
  const names = some.map(({ network }) => network).join(', ');
  if (some.length === 1) return `${names} is ${state}`;
  const who = some.length === all.length ? 'All networks' : `${some.length} of ${all.length} networks`;
  return some.length > mostNamed ? `${who} are ${state}` : `${who} are ${state}: ${names}`;
}
