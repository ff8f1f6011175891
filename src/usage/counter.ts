import * as v from 'valibot';
import { type Outcome, outcomes } from '../records/outcome.ts';
import type { RequestRecord } from '../records/record.ts';
import { tallyName } from '../records/tally-name.ts';
import type { KeyRange } from '../table/table.ts';
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

/** Calls that a node answered: only their latency says something about the service. */
const answered: ReadonlySet<string> = new Set(['ok', 'rpc_error']);

/** The key of a counter: a key's calls of one method in one minute or hour. */
export const counterKey = (keyId: string, span: Span, bucket: string, method: string) => ({
  pk: keyId,
  sk: `${span}#${bucket}#${method}`,
});

/** The attribute that counts a network's calls with an outcome. */
export const outcomeAttribute = (network: string, outcome: Outcome): string => `${network}#${outcome}`;

/** The attribute that counts a network's answered calls in one bucket of the latency histogram. */
export const latencyAttribute = (network: string, bucket: number): string => `${network}#l${bucket}`;

/** What an attribute of a counter counts: a network's calls with an outcome, or its answered calls of some latency. */
export type Counted =
  | { readonly network: string; readonly outcome: Outcome }
  | { readonly network: string; readonly latencyBucket: number };

/** Reads an attribute's name as {@link outcomeAttribute} and {@link latencyAttribute} make it; undefined for others. */
export function countedBy(attribute: string): Counted | undefined {
  const [network, name] = attribute.split('#');
  if (network === undefined || name === undefined) return undefined;
  const outcome = outcomes.find((candidate) => candidate === name);
  if (outcome) return { network, outcome };
  return /^l\d+$/.test(name) ? { network, latencyBucket: Number(name.slice(1)) } : undefined;
}

/** Where a key's counters of a span lie that begin from `from` until before `to`, in ms since the epoch. */
export const counterRange = (keyId: string, span: Span, from: number, to: number): KeyRange => ({
  pk: keyId,
  from: `${span}#${bucketOf(span, from)}`,
  // Below any counter of that bucket, whose keys go on with a method.
  to: `${span}#${bucketOf(span, to)}`,
});

const counterSchema = v.object({ sk: v.string() });

/** The bucket and the method of an item of Usage that is a counter. */
export function readCounterKey(item: unknown): { readonly bucket: string; readonly method: string } {
  const [, bucket = '', method = ''] = v.parse(counterSchema, item).sk.split('#');
  return { bucket, method };
}

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

/** Adds to a named amount. */
export function add(amounts: Map<string, number>, name: string, amount: number): void {
  amounts.set(name, (amounts.get(name) ?? 0) + amount);
}
