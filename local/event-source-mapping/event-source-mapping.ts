import { Drains } from './drains.ts';
import { isItsTurn } from './lineage.ts';
import { Nap } from './nap.ts';
import { ShardReader, type ShardReaderOptions } from './shard-reader.ts';

export type EventSourceMappingOptions = Omit<ShardReaderOptions, 'drains' | 'isStopped'>;

/** Milliseconds until the shards are listed again, where none is left or listing failed. */
const relistMilliseconds = 1_000;

/** Feeds a function from a stream: reads its shards, parents before their children. */
export class EventSourceMapping {
  readonly #options: EventSourceMappingOptions;
  readonly #drains = new Drains();
  readonly #readers = new Map<string, ShardReader>();
  readonly #running = new Set<Promise<void>>();
  readonly #pause: Nap;
  #stopped = false;

  constructor(options: EventSourceMappingOptions) {
    this.#options = options;
    this.#pause = new Nap(options.timer);
  }

  /**
   * Resolves when it has its place in every shard, so that what is written from then on is seen.
   * @throws when the stream cannot be read; AWS refuses to make such a mapping.
   */
  async start(): Promise<void> {
    await this.#options.stream.verify();
    await this.#follow(this.#options.mapping.startingPosition);
    if (this.#readers.size === 0) this.#run(this.#followUntilThereIsOne());
  }

  /** Resolves when everything that was written to the stream before the call has been handled. */
  drained(): Promise<void> {
    return this.#drains.ask();
  }

  /** Resolves when nothing is read and no invocation is waited for any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#pause.cutShort();
    for (const reader of this.#readers.values()) reader.stop();
    while (this.#running.size > 0) await Promise.all(this.#running);
    this.#options.stream.close();
  }

  /** Begins to read the shards whose turn it is; those without a checkpoint at `position`. */
  async #follow(position: 'TRIM_HORIZON' | 'LATEST'): Promise<void> {
    const { stream, checkpoints } = this.#options;
    const shards = await stream.shards();
    const due = shards.filter(({ id }) => !this.#readers.has(id) && isItsTurn(id, shards, checkpoints, position));
    await Promise.all(due.map(({ id }) => this.#begin(id, position)));
  }

  async #begin(shardId: string, position: 'TRIM_HORIZON' | 'LATEST'): Promise<void> {
    const checkpoint = this.#options.checkpoints.get(shardId);
    const from = typeof checkpoint === 'object' ? checkpoint : position;
    const reader = new ShardReader(shardId, from, {
      ...this.#options,
      drains: this.#drains,
      isStopped: () => this.#stopped,
    });
    await reader.open();
    this.#readers.set(shardId, reader);
    const wake = () => reader.wake();
    this.#drains.join(shardId, wake);
    this.#run(this.#read(shardId, reader).finally(() => this.#drains.leave(shardId, wake)));
  }

  /** Reads a shard to its end, then begins with its children, which hold what came after it. */
  async #read(shardId: string, reader: ShardReader): Promise<void> {
    await reader.run();
    this.#readers.delete(shardId);
    await this.#followUntilThereIsOne();
  }

  async #followUntilThereIsOne(): Promise<void> {
    while (!this.#stopped) {
      await this.#follow('TRIM_HORIZON').catch(this.#options.onError);
      if (this.#readers.size > 0) return;
      await this.#pause.take(relistMilliseconds);
    }
  }

  #run(task: Promise<void>): void {
    const running = task.finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}
