import type { Availability, Interruption, NetworkDay, NodeDay } from '../networks/network-day.ts';
import { historyDays, isNetworkDay, networkDayKey } from '../networks/network-day.ts';
import type { TableReads } from '../table/signed-table.ts';
import { dayMs, dayOf, type EpochMs, minuteMs } from '../time.ts';
import { percentile } from '../usage/latency-histogram.ts';
import type { PublicNetwork } from './status-file.ts';

export type ReadHistory = (network: string, now: EpochMs) => Promise<readonly NetworkDay[]>;

/** Reads the days of a network, oldest first. Days before yesterday do not change, and are read once. */
export function createHistoryReader(networks: Pick<TableReads, 'getAll'>): ReadHistory {
  const ended = new Map<string, NetworkDay | undefined>();
  return async (network, now) => {
    const keys = Array.from({ length: historyDays }, (_, age) => networkDayKey(network, now - age * dayMs));
    const due = keys.filter((key, age) => age < 2 || !ended.has(key.network));
    const items = new Map((await networks.getAll(due)).map((item) => [item.network, item]));
    const days = new Map(
      due.map(({ network: id }) => {
        const item = items.get(id);
        return [id, isNetworkDay(item) ? item : undefined];
      }),
    );
    for (const { network: id } of keys.slice(2)) if (days.has(id)) ended.set(id, days.get(id));
    return keys.flatMap(({ network: id }) => days.get(id) ?? ended.get(id) ?? []).toReversed();
  };
}

type AvailabilityView = Pick<PublicNetwork, 'watchedMinutes' | 'downMinutes' | 'interruptions'>;

const mostListed = 20;

/** @param lastCheck of a network or node that is down: an interruption that ends there still lasts */
export function availabilityView(days: readonly Availability[], lastCheck: EpochMs | undefined): AvailabilityView {
  const all = joined(days.flatMap(({ interruptions }) => interruptions)).toReversed();
  return {
    watchedMinutes: minutes(sumOf(days, ({ watchedMs }) => watchedMs)),
    downMinutes: minutes(sumOf(days, ({ downMs }) => downMs)),
    interruptions: all.slice(0, mostListed).map(({ from, to }) => ({
      from: new Date(from).toISOString(),
      to: to === lastCheck ? null : new Date(to).toISOString(),
      minutes: minutes(to - from),
    })),
  };
}

/** One that goes on past midnight is in two days. */
function joined(all: readonly Interruption[]): Interruption[] {
  const result: Interruption[] = [];
  for (const { from, to } of all) {
    const last = result.at(-1);
    if (last?.to === from) result[result.length - 1] = { from: last.from, to };
    else result.push({ from, to });
  }
  return result;
}

/** The days from the first known one to today, with 0 for those without a check. */
export function daysView(days: readonly NetworkDay[], now: EpochMs): PublicNetwork['days'] {
  const byDay = new Map(days.map((day) => [day.network.slice(-dayOf(now).length), day]));
  const [first = null] = byDay.keys();
  if (first === null) return { first, watchedMinutes: [], downMinutes: [] };
  const length = Math.round((Date.parse(dayOf(now)) - Date.parse(first)) / dayMs) + 1;
  const all = Array.from({ length }, (_, index) => byDay.get(dayOf(Date.parse(first) + index * dayMs)));
  return {
    first,
    watchedMinutes: all.map((day) => minutes(day?.watchedMs ?? 0)),
    downMinutes: all.map((day) => minutes(day?.downMs ?? 0)),
  };
}

type NodeView = AvailabilityView & Pick<PublicNetwork['nodes'][number], 'lagPercentiles' | 'behindMinutes'>;

/** @param name as watch names the node */
export function nodeView(
  days: readonly NetworkDay[],
  name: string | undefined,
  lastCheck: EpochMs | undefined,
): NodeView {
  const own = days.flatMap(({ nodes }) => nodes.filter((node) => node.name === name));
  return {
    ...availabilityView(own, lastCheck),
    behindMinutes: minutes(sumOf(own, ({ behindMs }) => behindMs)),
    lagPercentiles: lagPercentiles(own),
  };
}

function lagPercentiles(days: readonly NodeDay[]): NodeView['lagPercentiles'] {
  const histogram = new Map<number, number>();
  for (const { lags } of days) {
    for (const [bucket, count] of Object.entries(lags)) {
      histogram.set(Number(bucket), (histogram.get(Number(bucket)) ?? 0) + count);
    }
  }
  const [p50, p99] = [percentile(histogram, 50), percentile(histogram, 99)];
  return p50 === undefined || p99 === undefined ? null : { p50, p99 };
}

const minutes = (ms: number): number => Math.round(ms / minuteMs);

const sumOf = <T>(all: readonly T[], amount: (one: T) => number): number =>
  all.reduce((sum, one) => sum + amount(one), 0);
