import type { MappingSettings } from '../../event-source-mapping/mapping-settings.ts';
import type { RecordStream, Shard, StreamPosition } from '../../event-source-mapping/record-stream.ts';
import type { StreamRecord } from '../../event-source-mapping/stream-record.ts';

export const streamArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/Records/stream/local';

/** The time at which {@link recordOf} says its records were written, in milliseconds. */
export const writtenAt = Date.UTC(2026, 0, 2, 3, 4, 5);

export const recordOf = (sequenceNumber: string | number, eventName = 'INSERT'): StreamRecord => ({
  eventID: `event-${sequenceNumber}`,
  eventName,
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'us-east-1',
  dynamodb: {
    ApproximateCreationDateTime: writtenAt / 1000,
    Keys: { id: { S: String(sequenceNumber) } },
    SequenceNumber: String(sequenceNumber),
    SizeBytes: 10,
    StreamViewType: 'NEW_IMAGE',
  },
  eventSourceARN: streamArn,
});

export const recordsOf = (...numbers: (string | number)[]): StreamRecord[] => numbers.map((it) => recordOf(it));

export const numbersOf = (records: readonly StreamRecord[]): string[] =>
  records.map(({ dynamodb }) => dynamodb.SequenceNumber);

export const mappingOf = (changes: Partial<MappingSettings> = {}): MappingSettings => ({
  logicalId: 'Mapping',
  uuid: '11111111-2222-3333-4444-555555555555',
  functionName: 'Tally',
  streamArn,
  filters: [],
  batchSize: 100,
  window: 0,
  maximumAge: Number.POSITIVE_INFINITY,
  failureBucket: undefined,
  ...changes,
});

/** A stream in memory. */
export class MemoryStream implements RecordStream {
  readonly #shards = new Map<string, { parentId: string | undefined; records: StreamRecord[]; ended: boolean }>();
  /** Errors that the next reads throw, by name. */
  readonly failures: string[] = [];
  readonly opened: [string, StreamPosition][] = [];
  isClosed = false;

  add(id: string, records: StreamRecord[], { parentId, ended = false }: { parentId?: string; ended?: boolean } = {}) {
    this.#shards.set(id, { parentId, records: [...records], ended });
    return this;
  }

  write(id: string, ...records: StreamRecord[]): void {
    this.#shards.get(id)?.records.push(...records);
  }

  end(id: string): void {
    const shard = this.#shards.get(id);
    if (shard) shard.ended = true;
  }

  verify = async (): Promise<void> => {};

  shards = async (): Promise<Shard[]> => [...this.#shards].map(([id, { parentId }]) => ({ id, parentId })).toReversed();

  open = async (id: string, position: StreamPosition): Promise<string> => {
    this.opened.push([id, position]);
    const numbers = numbersOf(this.#shards.get(id)?.records ?? []);
    if (position === 'TRIM_HORIZON') return `${id}/0`;
    return `${id}/${numbers.indexOf(position.after) + 1}`;
  };

  read = async (iterator: string) => {
    const failure = this.failures.shift();
    if (failure) throw Object.assign(new Error(failure), { name: failure });
    const [id = '', from = '0'] = iterator.split('/');
    const shard = this.#shards.get(id);
    const all = shard?.records ?? [];
    return { records: all.slice(Number(from)), next: shard?.ended ? undefined : `${id}/${all.length}` };
  };

  close = (): void => {
    this.isClosed = true;
  };
}
