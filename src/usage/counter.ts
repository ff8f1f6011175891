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

/** Whether a node answered: only the latency of those calls says something about the service. */
export const isAnswered = (outcome: Outcome): boolean => outcome === 'ok' || outcome === 'rpc_error';

/** What a counter counts: a key's calls of one method on one network, in one minute or hour. */
export type Counting = {
  readonly keyId: string;
  readonly span: Span;
  readonly bucket: string;
  readonly method: string;
  readonly network: string;
};

/** The key of a counter. */
export const counterKey = ({ keyId, span, bucket, method, network }: Counting) => ({
  pk: keyId,
  sk: `${span}#${bucket}#${method}#${network}`,
});

/**
 * The attribute that counts answered calls in one bucket of the latency histogram; calls are counted under their outcome's
 * own name. Names are short, as a busy counter has a hundred of them, and above 1 KB each of its writes costs twice.
 */
export const latencyAttribute = (bucket: number): string => `l${bucket}`;

/** What an attribute of a counter counts: calls with an outcome, or answered calls of some latency. */
export type Counted = { readonly outcome: Outcome } | { readonly latencyBucket: number };

/** Reads an attribute's name: an outcome's, or as {@link latencyAttribute} makes it; undefined for others. */
export function countedBy(attribute: string): Counted | undefined {
  const outcome = outcomes.find((candidate) => candidate === attribute);
  if (outcome) return { outcome };
  return /^l\d+$/.test(attribute) ? { latencyBucket: Number(attribute.slice(1)) } : undefined;
}

/** Where a key's counters of a span lie that begin from `from` until before `to`, in ms since the epoch. */
export const counterRange = (keyId: string, span: Span, from: number, to: number): KeyRange => ({
  pk: keyId,
  from: `${span}#${bucketOf(span, from)}`,
  // Below any counter of that bucket, whose keys go on with a method.
  to: `${span}#${bucketOf(span, to)}`,
});

const counterSchema = v.object({
  sk: v.pipe(
    v.string(),
    v.transform((sk) => sk.split('#')),
    v.tuple([v.string(), v.string(), v.string(), v.string()]),
  ),
});

/**
 * The bucket, the method and the network of an item of Usage that is a counter.
 * @throws {v.ValiError} for another item
 */
export function readCounterKey(item: unknown): Pick<Counting, 'bucket' | 'method' | 'network'> {
  const [, bucket, method, network] = v.parse(counterSchema, item).sk;
  return { bucket, method, network };
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
      ...counterKey({ keyId: record.keyId, span, bucket: bucketOf(span, record.at), method, network: record.network }),
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
    add(amounts, outcome, count);
    if (isAnswered(outcome)) add(amounts, latencyAttribute(latencyBucket(record.durationMs)), count);
  }
  return byMethod;
}

/** Adds to a named amount. */
export function add(amounts: Map<string, number>, name: string, amount: number): void {
  amounts.set(name, (amounts.get(name) ?? 0) + amount);
}
