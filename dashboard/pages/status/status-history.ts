import type { PublicNetwork } from '../../../src/status-page/status-file.ts';
import { formatDuration } from '../../format/times.ts';

type Watched = { readonly watchedMinutes: number; readonly downMinutes: number };

/** Cut, and not rounded: 100% means no minute. `–` without a watched minute. */
export function upShare({ watchedMinutes, downMinutes }: Watched): string {
  if (watchedMinutes === 0) return '–';
  return `${Math.floor((10_000 * (watchedMinutes - downMinutes)) / watchedMinutes) / 100}%`;
}

/** `0 min`, `12 min`, `5 h 12 min`. */
export const minutesText = (minutes: number): string => (minutes === 0 ? '0 min' : formatDuration(60 * minutes));

/** The interruptions of a network and of its nodes, newest first. One of the network is one of every node, too. */
export function interruptionsOf({ interruptions, nodes }: PublicNetwork) {
  const ofNodes = nodes.flatMap((node) => node.interruptions.map((one) => ({ of: node.name, ...one })));
  return [...interruptions.map((one) => ({ of: 'The network', ...one })), ...ofNodes].toSorted(
    (one, other) => Date.parse(other.from) - Date.parse(one.from),
  );
}

type DayState = 'up' | 'partly' | 'down' | 'unwatched';

/** A day of the strip: `down` if the network was down for an hour or more. */
type HistoryDay = { readonly date: number; readonly state: DayState; readonly downMinutes: number };

const dayMs = 86_400_000;

/** The days of the file, oldest first. */
export function historyDays({ days: { first, watchedMinutes, downMinutes } }: PublicNetwork): HistoryDay[] {
  if (first === null) return [];
  return watchedMinutes.map((watched, index) => {
    const down = downMinutes[index] ?? 0;
    const state = down >= 60 ? 'down' : down > 0 ? 'partly' : watched > 0 ? 'up' : 'unwatched';
    return { date: Date.parse(first) + index * dayMs, state, downMinutes: down };
  });
}
