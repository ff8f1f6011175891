import { type Clock, InterruptibleWait, type Timer } from '../time.ts';
import { type BatchDeliveryOptions, batchLength, createBatchDelivery, type DeliverBatch } from './batch-delivery.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { DrainWaiters } from './drain-waiters.ts';
import type { MappingSettings } from './mapping-settings.ts';
import type { RecordPage, RecordStream, StreamPosition } from './record-stream.ts';
import type { StreamRecord } from './stream-record.ts';

export type ShardReaderOptions = {
  readonly mapping: MappingSettings;
  readonly stream: RecordStream;
  readonly checkpoints: Checkpoints;
  readonly delivery: Pick<BatchDeliveryOptions, 'invoke' | 'discard'>;
  readonly drains: DrainWaiters;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly isStopped: () => boolean;
  /** A read failed; it is tried again. */
  readonly onError: (error: unknown) => void;
};

/** Milliseconds between reads that find nothing, and after one that failed. */
const idleMilliseconds = 100;
const errorMilliseconds = 1_000;

/** Reads one shard, filters its records, and delivers them in batches, in order. */
export class ShardReader {
  readonly #shardId: string;
  readonly #options: ShardReaderOptions;
  readonly #idle: InterruptibleWait;
  readonly #backoff: InterruptibleWait;
  readonly #deliver: DeliverBatch;
  #iterator = '';
  #position: StreamPosition;
  #buffer: StreamRecord[] = [];
  #bufferedSince = 0;

  constructor(shardId: string, position: StreamPosition, options: ShardReaderOptions) {
    this.#shardId = shardId;
    this.#position = position;
    this.#options = options;
    this.#idle = new InterruptibleWait(options.timer);
    this.#backoff = new InterruptibleWait(options.timer);
    const delay = (milliseconds: number) => this.#backoff.wait(milliseconds);
    this.#deliver = createBatchDelivery({ ...options, ...options.delivery, delay });
  }

  /** Takes its place in the shard: what is written from then on is read. */
  open(): Promise<void> {
    return this.#openAt(this.#position);
  }

  // A place whose records are forgotten is refused already (DynamoDB Streams API, GetShardIterator).
  async #openAt(position: StreamPosition): Promise<void> {
    const { stream } = this.#options;
    this.#iterator = await stream.open(this.#shardId, position).catch((error) => {
      if (!isTrimmed(error) || position === 'TRIM_HORIZON') throw error;
      return stream.open(this.#shardId, 'TRIM_HORIZON');
    });
  }

  /** Resolves when the shard has ended, all its records dealt with, or when the mapping is stopped. */
  async run(): Promise<void> {
    const { drains, isStopped, checkpoints } = this.#options;
    while (!isStopped()) {
      const begun = drains.begin();
      const page = await this.#read();
      if (!page) continue;
      this.#take(page.records);
      if (!(await this.#flush(page.next === undefined))) return;
      if (page.next === undefined) return checkpoints.set(this.#shardId, 'ended');
      this.#iterator = page.next;
      if (page.records.length > 0) continue;
      if (this.#buffer.length === 0) drains.empty(this.#shardId, begun);
      if (begun === drains.begin()) await this.#idle.wait(idleMilliseconds);
    }
  }

  /** Reads now: somebody asks whether there is more. */
  wake(): void {
    this.#idle.interrupt();
  }

  /** Waits for nothing any more; `isStopped` holds by now. */
  stop(): void {
    this.#idle.interrupt();
    this.#backoff.interrupt();
  }

  async #read(): Promise<RecordPage | undefined> {
    try {
      return await this.#options.stream.read(this.#iterator);
    } catch (error) {
      await this.#recover(error);
      return undefined;
    }
  }

  // An iterator lives for 15 minutes, a record for 24 hours (DynamoDB Streams API, GetRecords). DynamoDB Local 3.3.1
  // says that records are gone also where the first one of a shard comes after other tables were written (measured).
  async #recover(error: unknown): Promise<void> {
    const isGone = isTrimmed(error);
    if (!isGone && nameOf(error) !== 'ExpiredIteratorException') {
      this.#options.onError(error);
      await this.#idle.wait(errorMilliseconds);
    }
    if (this.#options.isStopped()) return;
    // Where this fails too, the next read does, and it is tried again.
    await this.#openAt(isGone ? 'TRIM_HORIZON' : this.#position).catch(this.#options.onError);
  }

  #take(records: readonly StreamRecord[]): void {
    const { mapping, clock } = this.#options;
    const position = this.#position;
    const fresh = typeof position === 'string' ? records : records.filter((record) => isBehind(record, position.after));
    const last = fresh.at(-1);
    if (!last) return;
    this.#position = { after: last.dynamodb.SequenceNumber };
    const { filters } = mapping;
    const matching = fresh.filter((record) => filters.length === 0 || filters.some((matches) => matches(record)));
    if (this.#buffer.length === 0) this.#bufferedSince = clock();
    this.#buffer.push(...matching);
  }

  /** Delivers what is due. Gives false when the mapping was stopped meanwhile. */
  async #flush(isLast: boolean): Promise<boolean> {
    const { mapping, checkpoints } = this.#options;
    const waitsForMore = () => this.#buffer.length < mapping.batchSize && !isLast && !this.#isDue();
    while (this.#buffer.length > 0) {
      if (waitsForMore()) return true;
      const batch = this.#buffer.slice(0, batchLength(this.#buffer, mapping.batchSize));
      if (!(await this.#deliver(this.#shardId, batch))) return false;
      this.#buffer = this.#buffer.slice(batch.length);
      const after = batch.at(-1)?.dynamodb.SequenceNumber;
      if (after !== undefined) checkpoints.set(this.#shardId, { after });
    }
    if (typeof this.#position !== 'string') checkpoints.set(this.#shardId, this.#position);
    return true;
  }

  #isDue(): boolean {
    const { mapping, clock, drains } = this.#options;
    return clock() - this.#bufferedSince >= mapping.window || drains.isWaitedFor;
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');
const isTrimmed = (error: unknown): boolean => nameOf(error) === 'TrimmedDataAccessException';

// Sequence numbers have up to 40 digits: no number of JavaScript holds them.
const isBehind = ({ dynamodb }: StreamRecord, sequenceNumber: string): boolean =>
  BigInt(dynamodb.SequenceNumber) > BigInt(sequenceNumber);
