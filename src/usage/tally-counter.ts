import * as v from 'valibot';
import type { NetworkChains } from '../network-chains.ts';
import type { Outcome } from '../records/outcome.ts';
import type { RequestRecord } from '../records/record-schema.ts';
import type { Item, KeyRange } from '../table/item-table.ts';
import type { EpochMs } from '../time.ts';
import {
  type CounterEntry,
  callsAttribute,
  errorAttribute,
  latencyAttribute,
  millisecondsAttribute,
  readAttribute,
} from './counter-attributes.ts';
import { latencyBucket } from './latency-histogram.ts';
import { bucketOf, type TallySpan, tallySpans } from './usage-range.ts';

export type Contribution = {
  readonly pk: string;
  readonly sk: string;
  readonly amounts: ReadonlyMap<string, number>;
  readonly expiresAt: number;
};

/** Only the latencies of these calls are counted. */
export const isAnswered = (outcome: Outcome): boolean => outcome === 'ok' || outcome === 'rpc_error';

export type CounterId = {
  readonly keyId: string;
  readonly span: TallySpan;
  readonly bucket: string;
  readonly network: string;
};

export const counterKey = ({ keyId, span, bucket, network }: CounterId) => ({
  pk: keyId,
  sk: `${span}#${bucket}#${network}`,
});

/** `to` is exclusive. */
export const counterRange = (keyId: string, span: TallySpan, from: EpochMs, to: EpochMs): KeyRange => ({
  pk: keyId,
  from: `${span}#${bucketOf(span, from)}`,
  // Sorts before all counters of that bucket, whose sort keys continue with a network.
  to: `${span}#${bucketOf(span, to)}`,
});

const counterSchema = v.object({
  sk: v.pipe(
    v.string(),
    v.transform((sk) => sk.split('#')),
    v.strictTuple([v.string(), v.string(), v.string()]),
  ),
});

export type TallyCounter = Pick<CounterId, 'bucket' | 'network'> & { readonly entries: readonly CounterEntry[] };

/** @throws {v.ValiError} for an item that is not a counter */
export function readCounter(item: Item): TallyCounter {
  const [, bucket, network] = v.parse(counterSchema, item).sk;
  const entries: CounterEntry[] = [];
  for (const name of Object.keys(item)) {
    const entry = readAttribute(name, item[name]);
    if (entry) entries.push(entry);
  }
  return { bucket, network, entries };
}

export function contributionsOf(record: RequestRecord, chains: NetworkChains): Contribution[] {
  const amounts = amountsOf(record, chains);
  const atSeconds = Math.floor(record.at / 1_000);
  return (['minute', 'hour'] as const).map((span) => ({
    ...counterKey({ keyId: record.keyId, span, bucket: bucketOf(span, record.at), network: record.network }),
    amounts,
    expiresAt: atSeconds + tallySpans[span].keepSeconds,
  }));
}

function amountsOf({ network, calls, durationMs }: RequestRecord, chains: NetworkChains): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { method, outcome, errorCode, count } of calls) {
    const name = chains.tallyName(network, method);
    addAmount(amounts, callsAttribute(name, outcome), count);
    if (outcome === 'rpc_error') addAmount(amounts, errorAttribute(chains.talliedErrorCode(network, errorCode)), count);
    if (!isAnswered(outcome)) continue;
    addAmount(amounts, millisecondsAttribute(name), count * durationMs);
    addAmount(amounts, latencyAttribute(latencyBucket(durationMs)), count);
  }
  return amounts;
}

export function addAmount<T>(amounts: Map<T, number>, name: T, amount: number): void {
  amounts.set(name, (amounts.get(name) ?? 0) + amount);
}
