import { Nap } from '../nap.ts';
import type { Clock, Timer } from '../time.ts';
import { batchLength } from './batch.ts';
import type { Checkpoints } from './checkpoints.ts';
import { createDeliver, type Deliver, type DeliveryOptions } from './delivery.ts';
import type { Drains } from './drains.ts';
import type { Mapping } from './properties.ts';
import type { StreamRecord } from './record.ts';
import type { Page, Position, Stream } from './stream.ts';

export type ShardReaderOptions = {
  readonly mapping: Mapping;
  readonly stream: Stream;
  readonly checkpoints: Checkpoints;
  readonly delivery: Pick<DeliveryOptions, 'invoke' | 'discard'>;
  readonly drains: Drains;
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
  readonly #idle: Nap;
  readonly #backoff: Nap;
  readonly #deliver: Deliver;
  #iterator = '';
  #position: Position;
  #buffer: StreamRecord[] = [];
  #bufferedSince = 0;

  constructor(shardId: string, position: Position, options: ShardReaderOptions) {
    this.#shardId = shardId;
    this.#position = position;
    this.#options = options;
    this.#idle = new Nap(options.timer);
    this.#backoff = new Nap(options.timer);
    const delay = (milliseconds: number) => this.#backoff.take(milliseconds);
    this.#deliver = createDeliver({ ...options, ...options.delivery, delay });
  }

  /** Takes its place in the shard: what is written from then on is read. */
  open(): Promise<void> {
    return this.#openAt(this.#position);
  }

  // A place whose records are forgotten is refused already (DynamoDB Streams API, GetShardIterator).
  async #openAt(position: Position): Promise<void> {
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
      if (begun === drains.begin()) await this.#idle.take(idleMilliseconds);
    }
  }

  /** Reads now: somebody asks whether there is more. */
  wake(): void {
    this.#idle.cutShort();
  }

  /** Waits for nothing any more; `isStopped` holds by now. */
  stop(): void {
    this.#idle.cutShort();
    this.#backoff.cutShort();
  }

  async #read(): Promise<Page | undefined> {
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
      await this.#idle.take(errorMilliseconds);
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
    const wanted = fresh.filter((record) => filters.length === 0 || filters.some((matches) => matches(record)));
    if (this.#buffer.length === 0) this.#bufferedSince = clock();
    this.#buffer.push(...wanted);
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
    return clock() - this.#bufferedSince >= mapping.window || drains.wanted;
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');
const isTrimmed = (error: unknown): boolean => nameOf(error) === 'TrimmedDataAccessException';

// Sequence numbers have up to 40 digits: no number of JavaScript holds them.
const isBehind = ({ dynamodb }: StreamRecord, sequenceNumber: string): boolean =>
  BigInt(dynamodb.SequenceNumber) > BigInt(sequenceNumber);
