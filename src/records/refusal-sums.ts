import { epochSecond } from '../time.ts';
import type { CallCount, RequestRecord } from './record-schema.ts';

/** A refused request, and for how many days its account's plan keeps history. */
export type RefusedRequest = { readonly record: RequestRecord; readonly historyDays: number };

/** The most sums held at once; further refusals are recorded one by one. */
export const maxSums = 20;

/** The most keys whose last recorded second is remembered. */
const maxKeys = 1_000;

/** The name that a call's method has in a sum. Names as callers make them up would make a record as large as they like. */
export type MethodNameOf = (network: string, method: string) => string;

/** The refusals of one process, summed by second, key, network and outcome. */
export class RefusalSums {
  readonly #methodName: MethodNameOf;
  /** The last second of each key in which a refusal was recorded by itself. */
  readonly #recordedIn = new Map<string, number>();
  readonly #sums = new Map<string, RefusedRequest>();

  constructor(methodName: MethodNameOf) {
    this.#methodName = methodName;
  }

  /** Adds a refusal to a sum; false for the first of its key in its second, which is to be recorded by itself. */
  add(refusal: RefusedRequest): boolean {
    const { keyId, network, outcome, at } = refusal.record;
    if (this.#isFirst(keyId, epochSecond(at))) return false;
    const name = `${epochSecond(at)} ${keyId} ${network} ${outcome}`;
    const sum = this.#sums.get(name);
    if (!sum && this.#sums.size >= maxSums) return false;
    this.#sums.set(name, sum ? { ...sum, record: sumOf(sum.record, refusal.record, this.#methodName) } : refusal);
    return true;
  }

  /** Takes the sums of every second but this one. */
  takeOthers(second: number): RefusedRequest[] {
    const others = [...this.#sums].filter(([, { record }]) => epochSecond(record.at) !== second);
    for (const [name] of others) this.#sums.delete(name);
    return others.map(([, sum]) => sum);
  }

  #isFirst(keyId: string, second: number): boolean {
    if (this.#recordedIn.get(keyId) === second) return false;
    this.#recordedIn.delete(keyId);
    this.#recordedIn.set(keyId, second);
    if (this.#recordedIn.size > maxKeys) this.#recordedIn.delete(this.#recordedIn.keys().next().value ?? '');
    return true;
  }
}

/** One record for both, with the id and time of the first. */
const sumOf = (
  sum: RequestRecord,
  { durationMs, calls, requestBytes, responseBytes }: RequestRecord,
  methodName: MethodNameOf,
) => ({
  ...sum,
  count: (sum.count ?? 1) + 1,
  durationMs: Math.max(sum.durationMs, durationMs),
  calls: addCalls([...sum.calls, ...calls], (method) => methodName(sum.network, method)),
  requestBytes: sum.requestBytes + requestBytes,
  responseBytes: sum.responseBytes + responseBytes,
});

function addCalls(calls: readonly CallCount[], nameOf: (method: string) => string): CallCount[] {
  const sums = new Map<string, CallCount>();
  for (const { method, outcome, count } of calls) {
    const name = method === undefined ? {} : { method: nameOf(method) };
    const key = JSON.stringify([outcome, name.method]);
    sums.set(key, { ...name, outcome, count: count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
}
