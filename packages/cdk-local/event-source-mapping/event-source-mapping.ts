import { InterruptibleWait } from '../time.ts';
import type { Checkpoints } from './checkpoints.ts';
import { DrainWaiters } from './drain-waiters.ts';
import type { Shard } from './record-stream.ts';
import { ShardReader, type ShardReaderOptions } from './shard-reader.ts';

export type EventSourceMappingOptions = Omit<ShardReaderOptions, 'drains' | 'isStopped'>;

/** Milliseconds until the shards are listed again, if the next ones do not exist yet or listing failed. */
const relistMilliseconds = 1_000;

/** Feeds a function from a stream: reads its shards, parents before their children. */
export class EventSourceMapping {
  readonly #options: EventSourceMappingOptions;
  readonly #drains = new DrainWaiters();
  readonly #readers = new Map<string, ShardReader>();
  /** Shards that have been started: two shards that end together find the same children. */
  readonly #begun = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  readonly #pause: InterruptibleWait;
  #stopped = false;

  constructor(options: EventSourceMappingOptions) {
    this.#options = options;
    this.#pause = new InterruptibleWait(options.timer);
  }

  /**
   * Resolves when it has an iterator for every shard, so that it reads everything written from then on.
   * @throws if the stream cannot be read; AWS refuses to create such a mapping
   */
  async start(): Promise<void> {
    await this.#options.stream.verify();
    await this.#follow();
    if (this.#readers.size === 0) this.#run(this.#followUntil(() => this.#readers.size > 0));
  }

  /** Resolves when everything that was written to the stream before the call has been handled. */
  drained(): Promise<void> {
    return this.#drains.wait();
  }

  /** Resolves when all reads and invocations have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#pause.interrupt();
    for (const reader of this.#readers.values()) reader.stop();
    while (this.#running.size > 0) await Promise.all(this.#running);
    this.#options.stream.close();
  }

  /** Starts to read the shards that may be read, from their checkpoint or their oldest record. Returns all shards. */
  async #follow(): Promise<readonly Shard[]> {
    const { stream, checkpoints } = this.#options;
    const shards = await stream.shards();
    const due = shards.filter(({ id }) => !this.#begun.has(id) && mayBeRead(id, shards, checkpoints));
    await Promise.all(due.map(({ id }) => this.#begin(id)));
    return shards;
  }

  async #begin(shardId: string): Promise<void> {
    const checkpoint = this.#options.checkpoints.get(shardId);
    const from = typeof checkpoint === 'object' ? checkpoint : 'TRIM_HORIZON';
    const reader = new ShardReader(shardId, from, {
      ...this.#options,
      drains: this.#drains,
      isStopped: () => this.#stopped,
    });
    this.#begun.add(shardId);
    await reader.open().catch((error) => {
      this.#begun.delete(shardId);
      throw error;
    });
    this.#readers.set(shardId, reader);
    const wake = () => reader.wake();
    this.#drains.join(shardId, wake);
    this.#run(this.#read(shardId, reader).finally(() => this.#drains.leave(shardId, wake)));
  }

  /** Reads a shard to its end, then starts with its children, which hold the later records. */
  async #read(shardId: string, reader: ShardReader): Promise<void> {
    await reader.run();
    this.#readers.delete(shardId);
    await this.#followUntil((shards) => shards.some(({ parentId }) => parentId === shardId));
  }

  /** Repeats, because a new shard may not be listed yet. */
  async #followUntil(isThere: (shards: readonly Shard[]) => boolean): Promise<void> {
    while (!this.#stopped) {
      const shards = await this.#follow().catch(this.#options.onError);
      if (shards && isThere(shards)) return;
      await this.#pause.wait(relistMilliseconds);
    }
  }

  #run(task: Promise<void>): void {
    const running = task.finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}

/**
 * Whether a shard may be read now: it has not ended, and its parent has been read (DynamoDB Developer Guide: read
 * parents before their children).
 */
function mayBeRead(shardId: string, shards: readonly Shard[], checkpoints: Checkpoints): boolean {
  if (checkpoints.get(shardId) === 'ended') return false;
  const parentId = shards.find(({ id }) => id === shardId)?.parentId;
  const parentIsThere = shards.some(({ id }) => id === parentId);
  return parentId === undefined || !parentIsThere || checkpoints.get(parentId) === 'ended';
}
