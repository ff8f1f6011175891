import type { Log } from '../log.ts';
import type { Item, ItemTable } from '../table/item-table.ts';
import { type Clock, epochSecond } from '../time.ts';
import type { Outcome } from './outcome.ts';
import { recordItem } from './record.ts';
import type { RequestRecord } from './record-schema.ts';
import { type MethodNameOf, RefusalSums, type RefusedRequest } from './refusal-sums.ts';

const maxTries = 5;

const maxWaiting = 100;

const maxRetriesPerRequest = 20;

type Row = { readonly item: Item; readonly tries: number };

export type RefusalRecordsDeps = {
  /** The table Records, with short time limits (`recordCallLimits`): requests of other keys wait for its writes. */
  readonly records: ItemTable;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: `other` for every method. The authorizer sees no methods, and its bundle holds no chains. */
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
 * The first refusal of a key is written at once, unless many processes refuse it. Further refusals become one record with
 * a count, which is written when ten have gathered, or by a request 10 to 15 s later. A process that ends loses at most
 * nine refusals of a key: docs/reliability.md, "Refusals".
 */
export class RefusalRecords {
  readonly #deps: RefusalRecordsDeps;
  readonly #log: RefusalLog;
  readonly #sums: RefusalSums;
  #waiting: (Row & { readonly failedIn: number })[] = [];

  constructor(deps: RefusalRecordsDeps) {
    this.#deps = deps;
    this.#log = new RefusalLog(deps.log, deps.clock);
    this.#sums = new RefusalSums(deps.methodName ?? (() => 'other'), deps.random ?? Math.random);
  }

  async add(record: RequestRecord, historyDays: number, options: RefusalOptions = {}): Promise<void> {
    const { event = 'key_refused', inManyProcesses = false } = options;
    this.#log.count(event, record);
    const due = this.#sums.add({ record, historyDays }, inManyProcesses, this.#deps.clock());
    await Promise.all(due.map((refusal) => this.#write(rowOf(refusal))));
  }

  /** Writes the sums that are due, and repeats the failed writes of other seconds. Never rejects. */
  async writePending(): Promise<void> {
    const now = this.#deps.clock();
    const second = epochSecond(now);
    this.#log.write();
    const gathered = this.#sums.takeDue(now).map(rowOf);
    const due = this.#waiting.filter(({ failedIn }) => failedIn !== second).slice(0, maxRetriesPerRequest);
    this.#waiting = this.#waiting.filter((row) => !due.includes(row));
    await Promise.all([...gathered, ...due].map((row) => this.#write(row)));
  }

  async #write({ item, tries }: Row): Promise<void> {
    const { records, clock, log } = this.#deps;
    try {
      // Idempotent: if an earlier try was executed, this one writes the same item, which the stream does not report.
      await records.put(item);
    } catch (error) {
      if (tries + 1 < maxTries && this.#waiting.length < maxWaiting) {
        this.#waiting.push({ item, tries: tries + 1, failedIn: epochSecond(clock()) });
      } else {
        log.error('refusal_record_lost', { reason: error instanceof Error ? error.name : String(error), item });
      }
    }
  }
}

const rowOf = ({ record, historyDays }: RefusedRequest): Row => ({ item: recordItem(record, historyDays), tries: 0 });

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
