import { epochSecond } from '../time.ts';
import type { CallCount, RequestRecord } from './record-schema.ts';

export type RefusedRequest = { readonly record: RequestRecord; readonly historyDays: number };

/** The most sums in memory; further refusals are recorded one by one. */
export const maxSums = 20;

const maxKeys = 1_000;

/** Returns the name of a method in a sum. With names that callers invent, a record could grow without limit. */
export type MethodNameOf = (network: string, method: string) => string;

export class RefusalSums {
  readonly #methodName: MethodNameOf;
  /** For each key, the last second in which a refusal got its own record. */
  readonly #recordedIn = new Map<string, number>();
  readonly #sums = new Map<string, RefusedRequest>();

  constructor(methodName: MethodNameOf) {
    this.#methodName = methodName;
  }

  /** False for the first refusal of a key in a second, which needs its own record. */
  add(refusal: RefusedRequest): boolean {
    const { keyId, network, outcome, at } = refusal.record;
    if (this.#isFirst(keyId, epochSecond(at))) return false;
    const name = `${epochSecond(at)} ${keyId} ${network} ${outcome}`;
    const sum = this.#sums.get(name);
    if (!sum && this.#sums.size >= maxSums) return false;
    this.#sums.set(name, sum ? { ...sum, record: sumOf(sum.record, refusal.record, this.#methodName) } : refusal);
    return true;
  }

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

/** The sum has the id and time of the first. */
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
