import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { createCheckpoints } from '../../event-source-mapping/checkpoints.ts';
import { EventSourceMapping } from '../../event-source-mapping/event-source-mapping.ts';
import type { MappingSettings } from '../../event-source-mapping/mapping-settings.ts';
import { createRecordStream } from '../../event-source-mapping/record-stream.ts';
import { failedOutcome } from '../../functions/invocation.ts';
import type { Timer } from '../../time.ts';
import { FakeStreams } from './fake-streams.ts';
import { mappingOf, streamArn } from './test-streams.ts';

/** Waits end as soon as everything else has had its turn. */
const soon: Timer = (_, elapsed) => {
  const handle = setImmediate(elapsed);
  return () => clearImmediate(handle);
};

const eventSchema = v.object({
  Records: v.array(
    v.object({
      dynamodb: v.object({ SequenceNumber: v.string(), Keys: v.object({ pk: v.object({ S: v.string() }) }) }),
    }),
  ),
});

let streams: FakeStreams;
let endpoint: string;
let running: EventSourceMapping[];

beforeEach(async () => {
  streams = new FakeStreams();
  endpoint = await streams.listen();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((mapping) => mapping.stop()));
  streams.close();
});

type Handled = { readonly partition: string; readonly sequenceNumber: string };

/** @param fails whether an invocation does, each time it is asked */
async function follow(changes: Partial<MappingSettings> = {}, fails: () => boolean = () => false) {
  const handled: Handled[] = [];
  const invoke = async (event: string) => {
    if (fails()) return failedOutcome('Error', 'no');
    for (const { dynamodb } of v.parse(eventSchema, JSON.parse(event)).Records) {
      handled.push({ partition: dynamodb.Keys.pk.S, sequenceNumber: dynamodb.SequenceNumber });
    }
    return { ok: true as const, payload: 'null' };
  };
  const mapping = new EventSourceMapping({
    mapping: mappingOf({ bisects: true, reportsItemFailures: true, batchSize: 4, ...changes }),
    stream: createRecordStream({ streamArn, endpoint, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } }),
    checkpoints: createCheckpoints('Mapping'),
    delivery: { invoke, discard: async () => {} },
    clock: () => 1_795_176_000_000,
    timer: soon,
    onError: () => {},
  });
  running.push(mapping);
  await mapping.start();
  return { mapping, handled, partitions: () => handled.map(({ partition }) => partition) };
}

describe('the shards of a stream', () => {
  test('are all found, over the pages of DescribeStream', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      streams.open(id);
      streams.write(id, id);
    }
    const { mapping, partitions } = await follow();
    await mapping.drained();
    expect(partitions().toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('are read to their end before their children, however many pages that takes', async () => {
    streams.open('parent');
    streams.open('left', 'parent');
    streams.open('right', 'parent');
    streams.write('left', 'younger');
    for (let record = 0; record < 10; record += 1) streams.write('parent', 'older');
    streams.write('right', 'younger');
    streams.end('parent');
    const { mapping, partitions } = await follow();
    await mapping.drained();
    expect(partitions()).toEqual([...Array.from({ length: 10 }, () => 'older'), 'younger', 'younger']);
  });

  test('that are listed late are found while others are still read', async () => {
    streams.open('long');
    streams.open('parent');
    const { mapping, partitions } = await follow();
    streams.open('child', 'parent', { listed: false });
    streams.write('child', 'late');
    streams.end('parent');
    streams.write('long', 'other');
    const drained = mapping.drained();
    while (!partitions().includes('other')) await new Promise(setImmediate);
    streams.list('child');
    await drained;
    expect(partitions()).toEqual(['other', 'late']);
  });

  test('are each read once, when two that end together find them', async () => {
    for (const id of ['a', 'b', 'c']) streams.open(id);
    for (const id of ['a', 'b', 'c']) streams.open(`after-${id}`, id);
    for (const id of ['a', 'b', 'c']) {
      streams.write(`after-${id}`, id);
      streams.end(id);
    }
    const { mapping, partitions } = await follow();
    await mapping.drained();
    expect(partitions().toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('are gone on with where an iterator has expired', async () => {
    streams.open('a');
    for (let record = 0; record < 7; record += 1) streams.write('a', String(record));
    const { mapping, partitions } = await follow();
    await mapping.drained();
    streams.expireIterators();
    for (let record = 7; record < 12; record += 1) streams.write('a', String(record));
    await mapping.drained();
    expect(partitions()).toEqual(Array.from({ length: 12 }, (_, record) => String(record)));
  });

  test('are gone on with at what is left of them, where the next records are forgotten', async () => {
    streams.open('a');
    streams.write('a', 'first');
    const { mapping, partitions } = await follow();
    await mapping.drained();
    for (const partition of ['forgotten', 'last']) streams.write('a', partition);
    streams.trim('a', 2);
    streams.expireIterators();
    await mapping.drained();
    expect(partitions()).toEqual(['first', 'last']);
  });
});

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('write' as const), partition: fc.nat(4) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('split' as const), partition: fc.nat(4) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('drain' as const) }) },
  ),
  { minLength: 5, maxLength: 30, size: 'max' },
);

test('every record is handed on once, those of a partition in order, however shards split, iterators expire and functions fail', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fc.boolean(), { maxLength: 10 }), async (all, failures) => {
      runs += 1;
      let shards = 0;
      const open = (parent?: string) => {
        shards += 1;
        streams.open(`${runs}-${shards}`, parent);
        return `${runs}-${shards}`;
      };
      const root = open();
      const shardOf = new Map([0, 1, 2, 3, 4].map((partition) => [partition, root]));
      const { mapping, handled } = await follow({}, () => failures.shift() ?? false);
      const written = new Map<string, string[]>();
      for (const step of all) {
        if (step.do === 'drain') await mapping.drained();
        else if (step.do === 'expire') streams.expireIterators();
        else {
          const shard = shardOf.get(step.partition) ?? root;
          if (step.do === 'write') {
            const name = String(step.partition);
            written.set(name, [...(written.get(name) ?? []), streams.write(shard, name)]);
          } else {
            streams.end(shard);
            const children = [open(shard), open(shard)];
            const moved = [...shardOf].filter(([, id]) => id === shard);
            for (const [at, [partition]] of moved.entries()) shardOf.set(partition, children[at % 2] ?? root);
          }
        }
      }
      await mapping.drained();
      await mapping.stop();
      for (const [name, numbers] of written) {
        const seen = handled.filter(({ partition }) => partition === name);
        expect(seen.map(({ sequenceNumber }) => sequenceNumber)).toEqual(numbers);
      }
      streams.close();
      streams = new FakeStreams();
      endpoint = await streams.listen();
    }),
    { numRuns: 15 },
  );
});
