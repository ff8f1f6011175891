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
  /** Called when a read fails; it is repeated. */
  readonly onError: (error: unknown) => void;
};

/** Milliseconds between reads that find nothing, and after a failed read. */
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

  /** Gets an iterator; everything written from then on is read. */
  open(): Promise<void> {
    return this.#openAt(this.#position);
  }

  // GetShardIterator refuses a position whose records are trimmed (DynamoDB Streams API).
  async #openAt(position: StreamPosition): Promise<void> {
    const { stream } = this.#options;
    this.#iterator = await stream.open(this.#shardId, position).catch((error) => {
      if (!isTrimmed(error) || position === 'TRIM_HORIZON') throw error;
      return stream.open(this.#shardId, 'TRIM_HORIZON');
    });
  }

  /** Resolves when all records of an ended shard are handled, or when the mapping stops. */
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

  /** Reads at once, because a caller waits for the end of the stream. */
  wake(): void {
    this.#idle.interrupt();
  }

  /** Ends all waits; `isStopped` is already true. */
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

  // An iterator lasts 15 minutes, a record 24 hours (DynamoDB Streams API, GetRecords). DynamoDB Local 3.3.1 also
  // reports trimmed records if the first record of a shard follows writes to other tables (measured).
  async #recover(error: unknown): Promise<void> {
    const isGone = isTrimmed(error);
    if (!isGone && nameOf(error) !== 'ExpiredIteratorException') {
      this.#options.onError(error);
      await this.#idle.wait(errorMilliseconds);
    }
    if (this.#options.isStopped()) return;
    // If this fails too, the next read fails and is repeated.
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

  /** Delivers the batches that are due. Returns false if the mapping stopped meanwhile. */
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

// Sequence numbers have up to 40 digits, too many for a number.
const isBehind = ({ dynamodb }: StreamRecord, sequenceNumber: string): boolean =>
  BigInt(dynamodb.SequenceNumber) > BigInt(sequenceNumber);
