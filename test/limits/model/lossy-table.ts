import type { SimulatedTime } from '../../../lab/simulation/simulated-time.ts';
import { AwsError, WrongClockError } from '../../../src/aws/retry.ts';
import { NoAnswerError } from '../../../src/http/http-exchange.ts';
import { counterCallLimits } from '../../../src/limits/write-failure.ts';
import { ConditionFailedError, type Item, type ItemTable, type UpdateRequest } from '../../../src/table/item-table.ts';
import { longWaits } from './history.ts';
import type { ProcessClock } from './process-clock.ts';

/** A write of one admission, as its process sees it. */
export type Try = {
  readonly pk: string;
  readonly second: number;
  readonly n: number;
  /** Calls of earlier requests that it returns. */
  readonly returned: number;
  readonly startAt: number;
  /** When the process learned that it was executed. */
  executedAt?: number;
  /** Whether the process cannot know what became of it. */
  unknown: boolean;
  /** Whether DynamoDB failed or throttled it, or the process was frozen or its clock wrong meanwhile. */
  failed: boolean;
};

export type LossyTableOptions = {
  readonly table: ItemTable;
  readonly time: SimulatedTime;
  readonly clock: ProcessClock;
  readonly random: () => number;
  /** The share of writes that fail, and of steps at which the process is frozen. */
  readonly rates: () => { readonly faults: number; readonly freezes: number };
  readonly onTry: (one: Try) => void;
};

type Answer = { readonly item: Item } | { readonly error: unknown };

/** What can happen to a write. Of the first four, the process does not learn whether it was executed. */
const mishaps = ['request lost', 'answer lost', 'stray', 'error 500', 'throttled', 'late answer'] as const;

const longestTravelMs = 30;

/** Less than the 10 s after which an answer counts as lost, by more than a clock may be off. */
const surelyInTimeMs = 5_000;

/** The counters' table as one process reaches it: each write is tried once. */
export class LossyTable implements Pick<ItemTable, 'get' | 'update'> {
  readonly #options: LossyTableOptions;
  readonly get: ItemTable['get'];
  #killed = false;

  constructor(options: LossyTableOptions) {
    this.#options = options;
    this.get = options.table.get;
  }

  /** Kills the process: it receives no answers and sends nothing more, but its pending writes are executed. */
  kill(): void {
    this.#killed = true;
  }

  async update(write: UpdateRequest): Promise<Item> {
    const { time, clock, onTry } = this.#options;
    const [startAt, offBy] = [time.now, clock.error];
    const one = tryOf(write, startAt);
    if (this.#killed) one.unknown = true;
    onTry(one);
    await this.freeze();
    const answer = await this.#try(write, one);
    await this.freeze();
    const tookMs = time.now - startAt;
    if (tookMs > surelyInTimeMs || Math.max(Math.abs(offBy), Math.abs(clock.error - offBy)) > surelyInTimeMs) {
      [one.failed, one.unknown] = [true, true];
    }
    if ('error' in answer) throw answer.error;
    one.executedAt = time.now;
    return answer.item;
  }

  /** Lambda may freeze a process at any step. Its clock goes on. */
  async freeze(): Promise<void> {
    const { time, random, rates } = this.#options;
    if (random() < rates().freezes) await new Promise<void>((resolve) => time.after(this.#longWait(), resolve));
  }

  #longWait(): number {
    const { random } = this.#options;
    return longWaits[Math.floor(random() * longWaits.length)] ?? 0;
  }

  #try(write: UpdateRequest, one: Try): Promise<Answer> {
    const { time, clock, random, rates } = this.#options;
    if (clock.isRefused()) {
      one.failed = true;
      return Promise.resolve({ error: new WrongClockError('InvalidSignatureException', '', { status: 400 }) });
    }
    const mishap = random() < rates().faults ? mishaps[Math.floor(random() * mishaps.length)] : undefined;
    one.failed = mishap !== undefined;
    one.unknown ||= mishap !== undefined && mishap !== 'throttled' && mishap !== 'late answer';
    const travelMs = () => random() * longestTravelMs;
    const sentAt = clock.own();
    return new Promise((resolve) => {
      const end = (answer: Answer) => void (this.#killed || resolve(answer));
      const fail = (error: unknown, ms: number) => time.after(ms, () => end({ error }));
      if (mishap === 'throttled') return fail(awsError('ThrottlingException', 400), travelMs());
      if (mishap === 'error 500') fail(awsError('InternalServerError', 500), 2 * longestTravelMs);
      // A frozen process may find the answer before its timer has run.
      else if (mishap !== 'late answer') fail(new NoAnswerError('timeout'), counterCallLimits.answerMs);
      if (mishap === 'request lost' || (mishap === 'error 500' && random() < 0.5)) return;
      time.after(mishap === 'stray' ? this.#longWait() : travelMs(), async () => {
        const answeredAt = time.now;
        const answer = await this.#carryOut(write);
        if (mishap !== undefined && mishap !== 'late answer') return;
        time.after(mishap === 'late answer' ? this.#longWait() : travelMs(), () => {
          if (!this.#killed) clock.learn(answeredAt, sentAt);
          end(answer);
        });
      });
    });
  }

  async #carryOut(write: UpdateRequest): Promise<Answer> {
    try {
      return { item: await this.#options.table.update(write) };
    } catch (error) {
      if (error instanceof ConditionFailedError) return { error };
      throw error;
    }
  }
}

const awsError = (name: string, status: number) => new AwsError(name, `${name} of the model`, { status });

/** Writes that only return calls, or only remove seconds, count nothing. */
function tryOf({ key, update, values }: UpdateRequest, startAt: number): Try {
  const [, second] = /s(\d+) :n/.exec(update) ?? [];
  const n = second === undefined ? 0 : Number(values[':n']);
  const returned = second === undefined ? Number(values[':least'] ?? 0) : n - Number(values[':more']);
  const known = { pk: String(key.pk), second: Number(second ?? Number.NaN), n, returned, startAt };
  return { ...known, unknown: false, failed: false };
}
