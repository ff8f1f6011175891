import { add } from './counter.ts';
import type { Streamed } from './stream-record.ts';

const namespace = 'Sluice';

/**
 * The batch's calls as CloudWatch metrics (embedded metric format): one line for each network and outcome with how many
 * there were. Delivered at least once, as the stream is; the tallies are the exact figures.
 * @param at ms since the epoch
 */
export function metricLines(streamed: readonly Streamed[], at: number): string[] {
  const calls = new Map<string, number>();
  for (const { record } of streamed) {
    for (const { outcome, count } of record.calls) add(calls, `${record.network} ${outcome}`, count);
  }
  return [...calls].map(([name, count]) => {
    const [network, outcome] = name.split(' ');
    return JSON.stringify({
      _aws: {
        Timestamp: at,
        CloudWatchMetrics: [
          { Namespace: namespace, Dimensions: [['network', 'outcome']], Metrics: [{ Name: 'Calls', Unit: 'Count' }] },
        ],
      },
      network,
      outcome,
      Calls: count,
    });
  });
}
