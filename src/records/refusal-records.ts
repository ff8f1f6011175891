import type { CallLimits } from '../aws/service.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Item, ItemTable } from '../table/table.ts';
import type { RequestRecord } from './record.ts';
import { recordItem } from './record-writer.ts';
import { RefusalLog } from './refusal-log.ts';
import { type MethodName, type Refusal, RefusalSums, secondOf } from './refusal-sums.ts';

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
  readonly methodName?: MethodName;
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
    const second = secondOf(this.#deps.clock());
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
        this.#waiting.push({ item, tries: tries + 1, failedIn: secondOf(clock()) });
      } else {
        log.error('refusal_record_lost', { reason: error instanceof Error ? error.name : String(error), item });
      }
    }
  }
}

const rowOf = ({ record, historyDays }: Refusal): Row => ({ item: recordItem(record, historyDays), tries: 0 });
