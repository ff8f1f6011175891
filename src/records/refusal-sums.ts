import { BoundedMap } from '../runtime/bounded-map.ts';
import { minuteMs } from '../time.ts';
import type { CallCount, RequestRecord } from './record-schema.ts';
import { newRequestId } from './request-id.ts';
import { shareTries, withOwnTries } from './tries.ts';

export type RefusedRequest = { readonly record: RequestRecord; readonly historyDays: number };

/** A process that ends loses fewer refusals of a key than this. */
const maxGathered = 10;

/** In ms: a process writes the refusals of a key this often at most, unless {@link maxGathered} have gathered. */
export const gatherMs = 10_000;

/** In ms, at random: hundreds of processes that begin to refuse a key together must not write together. */
const spreadMs = 5_000;

/** The most sums in memory; further refusals are recorded one by one. */
export const maxSums = 20;

/** Returns the name of a method in a sum. With names that callers invent, a record could grow without limit. */
export type MethodNameOf = (network: string, method: string) => string;

/** Refusals of the same key, network, outcome and minute, as one record with a count. */
export class RefusalSums {
  readonly #methodName: MethodNameOf;
  readonly #gatherMs: number;
  /** When this process last wrote refusals of a key. */
  readonly #writtenAt = new BoundedMap<number>();
  readonly #sums = new Map<string, RefusedRequest>();

  constructor(methodName: MethodNameOf, random: () => number) {
    this.#methodName = methodName;
    this.#gatherMs = gatherMs + spreadMs * random();
  }

  /**
   * Returns what must be written now.
   * @param waits whether even the first refusal of a key waits for others. Otherwise it is written at once, because a
   * process may refuse once and end
   */
  add(refusal: RefusedRequest, waits: boolean, now: number): readonly RefusedRequest[] {
    const { keyId, network, outcome, at } = refusal.record;
    if (waits && this.#writtenAt.get(keyId) === undefined) this.#writtenAt.set(keyId, now);
    const name = `${keyId} ${network} ${outcome} ${Math.floor(at / minuteMs)}`;
    const sum = this.#sums.get(name);
    if (!sum && this.#sums.size >= maxSums) return [refusal];
    this.#sums.set(name, sum ? { ...sum, record: sumOf(sum.record, refusal.record, this.#methodName) } : refusal);
    return this.#isDue(keyId, now) ? this.#take(keyId, now) : [];
  }

  /** Returns what other requests must write. */
  takeDue(now: number): RefusedRequest[] {
    const keys = new Set([...this.#sums.values()].map(({ record }) => record.keyId));
    return [...keys].filter((keyId) => this.#isDue(keyId, now)).flatMap((keyId) => this.#take(keyId, now));
  }

  #isDue(keyId: string, now: number): boolean {
    const writtenAt = this.#writtenAt.get(keyId);
    if (writtenAt === undefined || Math.abs(now - writtenAt) >= this.#gatherMs) return true;
    return this.#of(keyId).reduce((count, [, { record }]) => count + (record.count ?? 1), 0) >= maxGathered;
  }

  #take(keyId: string, now: number): RefusedRequest[] {
    const taken = this.#of(keyId);
    for (const [name] of taken) this.#sums.delete(name);
    this.#writtenAt.set(keyId, now);
    return taken.map(([, sum]) => sum);
  }

  #of(keyId: string): [string, RefusedRequest][] {
    return [...this.#sums].filter(([, { record }]) => record.keyId === keyId);
  }
}

type RefusedKey = Pick<RequestRecord, 'keyId' | 'accountId' | 'network' | 'outcome' | 'at' | 'durationMs'>;

/** The record of a request that was refused with 403 because of the state of its key or account. */
export const recordOfRefusedKey = (refused: RefusedKey): RequestRecord => ({
  ...refused,
  requestId: newRequestId(refused.at),
  durationMs: Math.max(0, refused.durationMs),
  status: 403,
  calls: [{ outcome: refused.outcome, count: 1 }],
  requestBytes: 0,
  responseBytes: 0,
});

/** The sum has the id and time of the first. */
function sumOf(sum: RequestRecord, added: RequestRecord, methodName: MethodNameOf): RequestRecord {
  const { tries: _, ...rest } = sum;
  const calls = addCalls([...withOwnTries(sum), ...withOwnTries(added)], (method) => methodName(sum.network, method));
  return {
    ...rest,
    count: (sum.count ?? 1) + 1,
    durationMs: Math.max(sum.durationMs, added.durationMs),
    ...shareTries(calls),
    requestBytes: sum.requestBytes + added.requestBytes,
    responseBytes: sum.responseBytes + added.responseBytes,
  };
}

function addCalls(calls: readonly CallCount[], nameOf: (method: string) => string): CallCount[] {
  const sums = new Map<string, CallCount>();
  for (const { method, outcome, count, tries } of calls) {
    const name = method === undefined ? {} : { method: nameOf(method) };
    const key = JSON.stringify([outcome, name.method, tries]);
    sums.set(key, { ...name, outcome, count: count + (sums.get(key)?.count ?? 0), tries });
  }
  return [...sums.values()];
}
