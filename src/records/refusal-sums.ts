import { type EpochMs, minuteMs } from '../time.ts';
import type { CallCount, RequestRecord } from './record-schema.ts';
import { newRequestId } from './request-id.ts';
import { shareTries, withOwnTries } from './tries.ts';

export type RefusedRequest = { readonly record: RequestRecord; readonly historyDays: number };

/** In ms: a process writes the sums of a key one by one, this long apart at least. */
export const gatherMs = 10_000;

/** In ms, at random: hundreds of processes that begin to refuse a key together must not write together. */
const spreadMs = 10_000;

/** A record with more methods and outcomes takes more than one write unit, so it waits for several times as long. */
const callsPerUnit = 10;

/** The most rows in memory. */
export const maxSums = 500;

/** The most sums that a request writes for others. */
const maxTaken = 20;

/** Returns the name of a method in a sum. With names that callers invent, a record could grow without limit. */
export type MethodNameOf = (network: string, method: string) => string;

type SumsOfKey = { readonly since: EpochMs; readonly waitMs: number; readonly rows: Map<string, RefusedRequest> };

/** Refusals of the same key, network, outcome and minute, as one row with a count. */
export class RefusalSums {
  readonly #methodName: MethodNameOf;
  readonly #random: () => number;
  readonly #keys = new Map<string, SumsOfKey>();

  constructor(methodName: MethodNameOf, random: () => number) {
    this.#methodName = methodName;
    this.#random = random;
  }

  /** Returns what must be written now, because memory is full. */
  add(refusal: RefusedRequest, now: EpochMs): RefusedRequest[] {
    const { keyId, network, outcome, at } = refusal.record;
    const rows = this.#rowsOf(keyId, now);
    const name = `${network} ${outcome} ${Math.floor(at / minuteMs)}`;
    const sum = rows.get(name);
    rows.set(name, sum ? { ...sum, record: sumOf(sum.record, refusal.record, this.#methodName) } : refusal);
    if (this.#count() <= maxSums) return [];
    const [oldest = keyId] = this.#keys.keys();
    return this.#takeOldest(oldest, now);
  }

  /** Keeps a row that could not be written for a later time, unchanged: it may have been written. False if memory is full. */
  putBack(row: RefusedRequest, now: EpochMs): boolean {
    if (this.#count() >= maxSums) return false;
    const { keyId, requestId } = row.record;
    this.#rowsOf(keyId, now).set(requestId, row);
    return true;
  }

  /** Returns what other requests must write: at most one row of a key. */
  takeDue(now: EpochMs): RefusedRequest[] {
    const due = [...this.#keys].filter(([, sums]) => isDue(sums, now)).slice(0, maxTaken);
    return due.flatMap(([keyId]) => this.#takeOldest(keyId, now));
  }

  #takeOldest(keyId: string, now: EpochMs): RefusedRequest[] {
    const rows = this.#rowsOf(keyId, now);
    const [[name, oldest] = []] = rows;
    if (name !== undefined) rows.delete(name);
    // The others of the key wait again, behind other keys.
    this.#keys.delete(keyId);
    if (rows.size > 0) this.#keys.set(keyId, this.#waiting(rows, now));
    return oldest ? [oldest] : [];
  }

  #rowsOf(keyId: string, now: EpochMs): Map<string, RefusedRequest> {
    const sums = this.#keys.get(keyId) ?? this.#waiting(new Map(), now);
    this.#keys.set(keyId, sums);
    return sums.rows;
  }

  #waiting(rows: SumsOfKey['rows'], since: EpochMs): SumsOfKey {
    return { since, waitMs: gatherMs + spreadMs * this.#random(), rows };
  }

  #count(): number {
    return [...this.#keys.values()].reduce((count, { rows }) => count + rows.size, 0);
  }
}

function isDue({ since, waitMs, rows }: SumsOfKey, now: EpochMs): boolean {
  const [oldest] = rows.values();
  const units = Math.ceil((oldest?.record.calls.length ?? 1) / callsPerUnit);
  // The clock may have been set back.
  return Math.abs(now - since) >= waitMs * units;
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
