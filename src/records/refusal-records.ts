import { isRetryable } from '../aws/retry.ts';
import type { Log } from '../log.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock } from '../time.ts';
import { FirstRefusals } from './first-refusals.ts';
import type { Outcome } from './outcome.ts';
import { recordItem } from './record.ts';
import type { RequestRecord } from './record-schema.ts';
import { type MethodNameOf, RefusalSums, type RefusedRequest } from './refusal-sums.ts';

export type RefusalRecordsDeps = {
  /** The table Records, with short time limits (`recordCallLimits`): requests of other keys wait for its writes. */
  readonly records: ItemTable;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: `other` for every method. The authorizer of GET /v1/key sees no methods. */
  readonly methodName?: MethodNameOf;
  /** Default: Math.random. */
  readonly random?: () => number;
};

type RefusalOptions = {
  /** The log event that counts the refusal. Default: `key_refused`. */
  readonly event?: RefusalEvent;
  /** The key is so fast that hundreds of processes refuse it at the same time. */
  readonly inManyProcesses?: boolean;
};

/**
 * The first refusals of an account in this process are records of their own, written before the answer. Further ones, and
 * those of a key that many processes refuse, become sums, which later requests write: docs/reliability.md, "Refusals".
 */
export class RefusalRecords {
  readonly #deps: RefusalRecordsDeps;
  readonly #log: RefusalLog;
  readonly #first = new FirstRefusals();
  readonly #sums: RefusalSums;

  constructor(deps: RefusalRecordsDeps) {
    this.#deps = deps;
    this.#log = new RefusalLog(deps.log, deps.clock);
    this.#sums = new RefusalSums(deps.methodName ?? (() => 'other'), deps.random ?? Math.random);
  }

  async add(record: RequestRecord, historyDays: number, options: RefusalOptions = {}): Promise<void> {
    const { event = 'key_refused', inManyProcesses = false } = options;
    const now = this.#deps.clock();
    const refusal = { record, historyDays };
    this.#log.count(event, record);
    const isFirst = !inManyProcesses && this.#first.count(record.accountId, now);
    const due = isFirst ? [refusal] : this.#sums.add(refusal, now);
    await Promise.all(due.map((row) => this.#write(row)));
  }

  /** Writes the sums that are due. Never rejects. */
  async writePending(): Promise<void> {
    this.#log.write();
    await Promise.all(this.#sums.takeDue(this.#deps.clock()).map((row) => this.#write(row)));
  }

  async #write(row: RefusedRequest): Promise<void> {
    const { records, clock, log } = this.#deps;
    const item = recordItem(row.record, row.historyDays);
    try {
      // Idempotent: if an earlier try was executed, this one writes the same item, which the stream does not report.
      await records.put(item);
    } catch (error) {
      // Refusals must not take what DynamoDB has left from the records of admitted calls.
      this.#first.end(row.record.accountId, clock());
      if (isRetryable(error) && this.#sums.putBack(row, clock())) return;
      log.error('refusal_record_lost', { reason: error instanceof Error ? error.name : String(error), item });
    }
  }
}

/** A process logs its first refusal at once, and then once a minute. */
const logIntervalMs = 60_000;

/** The most lines with a key; further refusals are counted per outcome. */
const maxLines = 100;

/** `key_throttled`: DynamoDB throttles the key's counters, so its limits cannot be checked. */
type RefusalEvent = 'key_refused' | 'key_throttled';

type Line = {
  readonly event: RefusalEvent;
  readonly keyId?: string;
  readonly outcome: Outcome;
  readonly count: number;
};

/** Logs sums of refusals. With a line for each refusal, callers could cause any cost. */
class RefusalLog {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #lines = new Map<string, Line>();
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(log: Log, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  count(event: RefusalEvent, { keyId, outcome }: Pick<RequestRecord, 'keyId' | 'outcome'>): void {
    const lineOfKey = `${event} ${outcome} ${keyId}`;
    const isNamed = this.#lines.has(lineOfKey) || this.#lines.size < maxLines;
    const name = isNamed ? lineOfKey : `${event} ${outcome}`;
    const count = (this.#lines.get(name)?.count ?? 0) + 1;
    this.#lines.set(name, { event, ...(isNamed && { keyId }), outcome, count });
    this.write();
  }

  write(): void {
    if (this.#lines.size === 0 || this.#clock() - this.#loggedAt < logIntervalMs) return;
    for (const { event, ...line } of this.#lines.values()) this.#log.info(event, line);
    this.#lines.clear();
    this.#loggedAt = this.#clock();
  }
}
