import { awsCallLimits } from '../../../src/aws/aws-client.ts';
import { ConditionFailedError, type Item, type ItemTable, type UpdateRequest } from '../../../src/table/item-table.ts';
import type { SimulatedTime } from './simulated-time.ts';

export type LossyTableOptions = {
  readonly table: ItemTable;
  readonly time: SimulatedTime;
  readonly random: () => number;
  /** The share of tries that fail. */
  readonly rate: () => number;
  /** Called with the service's time of each answer. */
  readonly onAnswer: (answeredAt: number) => void;
};

type Answer = { readonly item: Item } | { readonly error: unknown } | 'lost';

/** The longest delay of a try whose sender has given up, ms. */
const strayMs = 4_000;

const longestTravelMs = 30;

/** The faults of a try: it never arrives, its answer is lost, or it arrives after its client has given up. */
const mishaps = ['request lost', 'answer lost', 'stray'] as const;

/**
 * A table as one process reaches it through src/aws/aws-client.ts: tries that are lost are made again, up to four
 * within three seconds.
 */
export class LossyTable implements ItemTable {
  readonly #options: LossyTableOptions;
  readonly get: ItemTable['get'];
  readonly put: ItemTable['put'];
  #killed = false;
  /** Set after a failed try: the outcome of a write may then still change. */
  unclean = false;

  constructor(options: LossyTableOptions) {
    this.#options = options;
    this.get = options.table.get;
    this.put = options.table.put;
  }

  /** Kills the process: it receives no answers and sends nothing more, but its pending requests are executed. */
  kill(): void {
    this.#killed = true;
  }

  async update({ onRepeat, ...write }: UpdateRequest): Promise<Item> {
    const { time } = this.#options;
    const deadline = time.now + awsCallLimits.deadlineMs;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#try(write);
      if (answer !== 'lost') {
        if ('error' in answer) throw answer.error;
        return answer.item;
      }
      this.unclean = true;
      if (tries === awsCallLimits.tries || time.now >= deadline) throw new Error('no answer');
      onRepeat?.();
    }
  }

  #try(write: UpdateRequest): Promise<Answer> {
    const { time, random, rate, onAnswer } = this.#options;
    const mishap = random() < rate() ? mishaps[Math.floor(random() * mishaps.length)] : undefined;
    const travelMs = () => random() * longestTravelMs;
    return new Promise((resolve) => {
      const end = (answer: Answer) => void (this.#killed || resolve(answer));
      time.after(awsCallLimits.answerMs, () => end('lost'));
      if (mishap === 'request lost') return;
      time.after(mishap === 'stray' ? random() * strayMs : travelMs(), async () => {
        const answeredAt = time.now;
        const answer = await this.#carryOut(write);
        if (mishap !== undefined) return;
        time.after(travelMs(), () => {
          if (!this.#killed) onAnswer(answeredAt);
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
