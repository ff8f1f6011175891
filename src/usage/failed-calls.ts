import type { Log } from '../log.ts';
import type { NetworkChains } from '../network-chains.ts';
import type { RequestRecord } from '../records/record-schema.ts';
import { addAmount } from './tally-counter.ts';

/** Lines that a batch writes at most, besides one for the rest. */
const mostLines = 100;

/**
 * Logs how many calls of each key failed, with which method and outcome: `calls_failed`. JSON-RPC errors are HTTP 200 in the
 * access log, and no metric knows keys. A redelivered batch logs them again.
 */
export function logFailedCalls(records: readonly RequestRecord[], chains: NetworkChains, log: Log): void {
  const counts = new Map<string, number>();
  for (const { keyId, accountId, network, calls } of records) {
    for (const { method, outcome, count } of calls) {
      if (outcome === 'ok') continue;
      // Not the name that a caller invented: it may hold anything.
      const named = { keyId, accountId, network, method: chains.tallyName(network, method), outcome };
      addAmount(counts, JSON.stringify(named), count);
    }
  }
  const ordered = [...counts].toSorted(([, one], [, other]) => other - one);
  for (const [named, count] of ordered.slice(0, mostLines)) log.info('calls_failed', { ...JSON.parse(named), count });
  const rest = ordered.slice(mostLines).reduce((sum, [, count]) => sum + count, 0);
  if (rest > 0) log.info('calls_failed', { count: rest });
}
