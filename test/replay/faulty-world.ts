import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { createLog } from '../../src/log.ts';
import { recordKey } from '../../src/records/record.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { replayFailure } from '../../src/replay/replay-failure.ts';
import type { ReplayResult } from '../../src/replay/replay-row.ts';
import { readFailureObject } from '../../src/replay/stored-failure.ts';
import type { Item, ItemTable, Table, UpdateRequest } from '../../src/table/item-table.ts';
import { createSaveFailures, type SaveFailures } from '../../src/usage/failure-bucket.ts';
import { tally } from '../../src/usage/tally.ts';
import { networkChains } from '../support/settings.ts';
import { noon } from '../usage/record.ts';

/** Fate of an update; `late` takes effect only after another delivery has started. */
export type Fault = 'works' | 'refused' | 'answer lost' | 'late';

/** A delivery: how far before the last position it starts, its length, and its faults. */
export type Delivery = {
  readonly shard: number;
  readonly back: number;
  readonly length: number;
  /** For its updates, in turn. */
  readonly faults: readonly Fault[];
  /** The process is killed after this number of updates. */
  readonly killedAfter?: number | undefined;
  readonly diverting: 'works' | 'fails' | 'killed behind it';
};

type StreamEvent = { readonly eventName: string; readonly dynamodb: { readonly NewImage: Record<string, unknown> } };
type Shard = { readonly events: StreamEvent[]; done: number; readonly parent?: Shard };

const log = createLog('error', () => {});
const hours = 3_600_000;

/**
 * Real tables for Records and Usage, a fake stream with shards that split, a fake bucket, and the real tally and replay,
 * with injected faults. A poison record has an outcome that only the fixed tally knows.
 */
export class FaultyWorld {
  readonly #usage: Table;
  readonly #recordRows: Table;
  readonly #records: ItemTable;
  readonly #shards: Shard[] = [{ events: [], done: 0 }];
  readonly #shardOf = new Map<string, Shard>();
  readonly #outages = new Set<string>();
  #late: UpdateRequest[] = [];
  readonly objects: string[] = [];
  #sequence = 999_999_990;
  #now = noon;
  #isMended = false;

  constructor(usage: Table, records: Table) {
    this.#usage = usage;
    this.#recordRows = records;
    this.#records = {
      get: records.get,
      put: async (item, condition) => {
        await records.put(item, condition);
        this.#stream('INSERT', item);
      },
      update: async (request) => {
        const item = await records.update(request);
        if (item.replays !== undefined) this.#stream('MODIFY', item);
        return item;
      },
    };
  }

  async write(record: RequestRecord, isPoison: boolean): Promise<void> {
    const item = { ...recordKey(record), ...record, expiresAt: 0, ...(isPoison && { outcome: 'unheard of' }) };
    await this.#records.put(unmarshall(marshall(item, { removeUndefinedValues: true })));
  }

  #stream(eventName: string, item: Item): void {
    const pk = String(item.pk);
    const open = this.#shards.filter((shard) => !this.#shards.some(({ parent }) => parent === shard));
    const shard = this.#shardOf.get(pk) ?? open[this.#shardOf.size % open.length];
    if (!shard) throw new Error('no shard is open');
    this.#shardOf.set(pk, shard);
    this.#sequence += 1;
    const dynamodb = {
      ApproximateCreationDateTime: this.#now / 1_000,
      Keys: marshall({ pk, sk: item.sk }),
      NewImage: marshall(item),
      SequenceNumber: String(this.#sequence),
    };
    shard.events.push({ eventName, dynamodb });
  }

  /** Ends a shard: later records of its partitions go to one of two child shards. */
  split(at: number): void {
    const open = this.#shards.filter((shard) => !this.#shards.some(({ parent }) => parent === shard));
    const parent = open[at % open.length];
    if (!parent) return;
    const children: Shard[] = [1, 2].map(() => ({ events: [], done: 0, parent }));
    this.#shards.push(...children);
    const moved = [...this.#shardOf].filter(([, shard]) => shard === parent);
    for (const [index, [pk]] of moved.entries()) this.#shardOf.set(pk, children[index % 2] ?? parent);
  }

  /** Starts or ends an outage of the counters of a span. */
  breakOrMend(span: string): void {
    if (!this.#outages.delete(span)) this.#outages.add(span);
  }

  /** Applies late updates and waits 13 hours: AWS accepts no request that is more than minutes old. */
  async wait(): Promise<void> {
    await this.#arrive();
    this.#now += 13 * hours;
  }

  /** Invokes the tally like Lambda: with records of a shard whose parent is done, next time from the first failed record. */
  async deliver({ shard: at, back, length, faults, killedAfter, diverting }: Delivery): Promise<void> {
    await this.#arrive();
    const due = this.#shards.filter(({ parent }) => !parent || isDone(parent));
    const shard = due[at % due.length];
    if (!shard) return;
    const start = Math.max(0, shard.done - back);
    const batch = shard.events.slice(start, shard.done + length).map((event) => this.#delivered(event));
    const life = { left: killedAfter ?? Number.POSITIVE_INFINITY };
    const divert = this.#diverting(diverting, life);
    const deps = {
      usage: this.#faulty([...faults], life),
      divert,
      lastUsed,
      markDays: async () => [],
      clock: () => this.#now,
      log,
      emit,
      chains: networkChains,
    };
    const again = await tally(batch, deps);
    if (life.left <= 0) return;
    const places = again.map((number) => batch.findIndex((event) => sequenceNumberIn(event) === number));
    shard.done = Math.max(shard.done, start + Math.min(batch.length, ...places));
  }

  #delivered({ eventName, dynamodb }: StreamEvent): StreamEvent {
    if (!this.#isMended) return { eventName, dynamodb };
    const { outcome, ...rest } = dynamodb.NewImage;
    return { eventName, dynamodb: { ...dynamodb, NewImage: { ...rest, outcome: { S: 'ok' } } } };
  }

  #faulty(faults: Fault[], life: { left: number }): ItemTable {
    return {
      ...this.#usage,
      update: async (request) => {
        life.left -= 1;
        if (life.left < 0 || this.#outages.has(String(request.key.sk).split('#')[0] ?? '')) throw new Error('refused');
        const fault = faults.shift() ?? 'works';
        if (fault === 'refused') throw new Error(fault);
        if (fault === 'late') this.#late.push(request);
        if (fault === 'late') throw new Error(fault);
        const item = await this.#usage.update(request);
        if (fault === 'answer lost') throw new Error(fault);
        return item;
      },
    };
  }

  /** Applies late updates; their conditions may no longer hold. */
  async #arrive(): Promise<void> {
    for (const request of this.#late.splice(0)) await this.#usage.update(request).catch(() => undefined);
  }

  #diverting(how: Delivery['diverting'], life: { left: number }): SaveFailures {
    const put = async (_: string, json: string) => {
      if (how === 'fails' || life.left <= 0) throw new Error('fails');
      this.objects.push(json);
      if (how === 'killed behind it') life.left = 0;
    };
    return createSaveFailures({ put }, () => this.#now);
  }

  /** Replays every record of every object, in a process that is killed after a number of writes. */
  async replay(killedAfter = Number.POSITIVE_INFINITY): Promise<ReplayResult[]> {
    let left = killedAfter;
    const dying = async <T>(write: Promise<T>): Promise<T> => {
      const answer = await write;
      left -= 1;
      if (left < 0) throw new Error('killed');
      return answer;
    };
    const records: ItemTable = {
      get: this.#records.get,
      put: (item, condition) => dying(this.#records.put(item, condition)),
      update: (request) => dying(this.#records.update(request)),
    };
    const results: ReplayResult[] = [];
    for (const kept of this.objects.flatMap(readFailureObject)) {
      results.push(await replayFailure(kept, { records, usage: this.#usage, clock: () => this.#now }));
    }
    return results;
  }

  /** Ends the history: deletes the rows of Records, except those that a replay keeps longer. */
  async expire(remove: (key: Item) => Promise<void>, pks: readonly string[]): Promise<void> {
    for (const pk of pks) {
      for await (const item of this.#recordRows.query(pk)) if (item.replays === undefined) await remove(item);
    }
  }

  /** Completes everything without further faults. */
  async settle(): Promise<void> {
    this.#outages.clear();
    await this.#deliverAll();
    this.#isMended = true;
    for (let objects = -1; objects !== this.objects.length; ) {
      if (this.objects.length > 1_000) throw new Error('the same is diverted again and again');
      objects = this.objects.length;
      await this.replay();
      await this.replay();
      await this.#deliverAll();
    }
  }

  async #deliverAll(): Promise<void> {
    const rest = { back: 0, length: 5, faults: [], diverting: 'works' } as const;
    for (let shard = 0; this.#shards.some(({ done, events }) => done < events.length); shard += 1) {
      if (shard === 200) throw new Error('the stream does not come to its end');
      await this.deliver({ ...rest, shard });
    }
  }
}

/** A shard is read only when all its ancestors are done. */
const isDone = ({ done, events, parent }: Shard): boolean => done === events.length && (!parent || isDone(parent));

const lastUsed = { note: async () => undefined };
const emit = () => undefined;

const sequenceNumberIn = (event: { readonly dynamodb: object }): unknown => Object(event.dynamodb).SequenceNumber;
