import type { CallLimits } from '../aws/aws-client.ts';
import type { Log } from '../log.ts';
import type { Item, ItemTable } from '../table/item-table.ts';
import { type Clock, epochSecond } from '../time.ts';
import type { Outcome } from './outcome.ts';
import { recordItem } from './record.ts';
import type { RequestRecord } from './record-schema.ts';
import { type MethodNameOf, RefusalSums, type RefusedRequest } from './refusal-sums.ts';

/** How long a write of such a record may take: requests of other keys wait for it. */
export const refusalLimits: CallLimits = { connectMs: 500, answerMs: 500, deadlineMs: 500, tries: 2 };

/** A write that fails is tried again in later seconds, so often in all. */
const maxTries = 5;

/** The most rows that wait for another try, and that are written at once. */
const maxWaiting = 100;
const maxAtOnce = 20;

type Row = { readonly item: Item; readonly tries: number };

export type RefusalRecordsDeps = {
  /** Records, within {@link refusalLimits}. */
  readonly records: ItemTable;
  readonly clock: Clock;
  readonly log: Log;
  /** All alike where it is left out: the authorizer sees no methods, and does without what chains know of them. */
  readonly methodName?: MethodNameOf;
};

/**
 * Records of requests that a process refuses for their key's state or limits. The first of a key in a second is written at
 * once. Further ones of that second become one record with a count, which is written with the next request after it. A
 * process that ends loses what it holds then: docs/reliability.md, "Refusals".
 */
export class RefusalRecords {
  readonly #deps: RefusalRecordsDeps;
  readonly #log: RefusalLog;
  readonly #sums: RefusalSums;
  #waiting: (Row & { readonly failedIn: number })[] = [];

  constructor(deps: RefusalRecordsDeps) {
    this.#deps = deps;
    this.#log = new RefusalLog(deps.log, deps.clock);
    this.#sums = new RefusalSums(deps.methodName ?? (() => 'other'));
  }

  /** Records a refused request. Never rejects. */
  async add(record: RequestRecord, historyDays: number): Promise<void> {
    const refusal = { record, historyDays };
    this.#log.count(record.keyId, record.outcome);
    if (!this.#sums.add(refusal)) await this.#write(rowOf(refusal));
  }

  /** Writes what other seconds have left. To be called with every request, of any key. Never rejects. */
  async writeEnded(): Promise<void> {
    const second = epochSecond(this.#deps.clock());
    this.#log.write();
    const ended = this.#sums.takeOthers(second).map(rowOf);
    const due = this.#waiting.filter(({ failedIn }) => failedIn !== second).slice(0, maxAtOnce);
    this.#waiting = this.#waiting.filter((row) => !due.includes(row));
    await Promise.all([...ended, ...due].map((row) => this.#write(row)));
  }

  async #write({ item, tries }: Row): Promise<void> {
    const { records, clock, log } = this.#deps;
    try {
      // A try whose answer was lost has written the same: to write it again changes nothing, and so counts nothing.
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

/** A process writes its lines at once for the first refusal, and then once a minute. */
const everyMs = 60_000;

/** The most keys and outcomes with a line of their own; further ones share one, without a key. */
const maxLines = 100;

type Line = { readonly keyId?: string; readonly outcome: Outcome; readonly count: number };

/** Logs which keys were refused and why, as `key_refused`: a line for each refusal would be a cost that callers run up. */
export class RefusalLog {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #lines = new Map<string, Line>();
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(log: Log, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  count(keyId: string, outcome: Outcome): void {
    const own = `${keyId} ${outcome}`;
    const isNamed = this.#lines.has(own) || this.#lines.size < maxLines;
    const name = isNamed ? own : outcome;
    const count = (this.#lines.get(name)?.count ?? 0) + 1;
    this.#lines.set(name, { ...(isNamed && { keyId }), outcome, count });
    this.write();
  }

  /** Writes the lines when they are due. */
  write(): void {
    if (this.#lines.size === 0 || this.#clock() - this.#loggedAt < everyMs) return;
    for (const line of this.#lines.values()) this.#log.info('key_refused', line);
    this.#lines.clear();
    this.#loggedAt = this.#clock();
  }
}
