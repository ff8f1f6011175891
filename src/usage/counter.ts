import type { outcomes } from '../records/outcome.ts';
import type { RequestRecord } from '../records/record.ts';
import { isKnownMethod } from '../upstream/chains.ts';
import { bucketOf, type Span, spans } from './bucket.ts';
import { latencyBucket } from './latency-histogram.ts';

/** What one record adds to one counter. */
export type Contribution = {
  readonly pk: string;
  readonly sk: string;
  readonly amounts: ReadonlyMap<string, number>;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
};

/** Methods that the chain does not have, together: nobody can flood the tallies with made-up names. */
export const otherMethod = 'other';

/** Requests in which no method could be read. */
export const noMethod = 'none';

/** Calls that a node answered: only their latency says something about the service. */
const answered: ReadonlySet<string> = new Set(['ok', 'rpc_error']);

/** The key of a counter: a key's calls of one method in one minute or hour. */
export const counterKey = (keyId: string, span: Span, bucket: string, method: string) => ({
  pk: keyId,
  sk: `${span}#${bucket}#${method}`,
});

/** The attribute that counts a network's calls with an outcome. */
export const outcomeAttribute = (network: string, outcome: (typeof outcomes)[number]): string =>
  `${network}#${outcome}`;

/** The attribute that counts a network's answered calls in one bucket of the latency histogram. */
export const latencyAttribute = (network: string, bucket: number): string => `${network}#l${bucket}`;

/**
 * What a record adds to the tallies: for each method in it one counter of its minute and one of its hour. The bucket
 * comes from the record's own time.
 */
export function contributionsOf(record: RequestRecord): Contribution[] {
  const byMethod = amountsByMethod(record);
  const atSeconds = Math.floor(record.at / 1_000);
  return (['minute', 'hour'] as const).flatMap((span) =>
    [...byMethod].map(([method, amounts]) => ({
      ...counterKey(record.keyId, span, bucketOf(span, record.at), method),
      amounts,
      expiresAt: atSeconds + spans[span].keepSeconds,
    })),
  );
}

function amountsByMethod(record: RequestRecord): Map<string, Map<string, number>> {
  const byMethod = new Map<string, Map<string, number>>();
  for (const { method, outcome, count } of record.calls) {
    const name = tallyName(record.network, method);
    const amounts = byMethod.get(name) ?? new Map<string, number>();
    byMethod.set(name, amounts);
    add(amounts, outcomeAttribute(record.network, outcome), count);
    if (answered.has(outcome)) add(amounts, latencyAttribute(record.network, latencyBucket(record.durationMs)), count);
  }
  return byMethod;
}

function tallyName(network: string, method: string | undefined): string {
  if (method === undefined) return noMethod;
  return isKnownMethod(network, method) ? method : otherMethod;
}

/** Adds to a named amount. */
export function add(amounts: Map<string, number>, name: string, amount: number): void {
  amounts.set(name, (amounts.get(name) ?? 0) + amount);
}
