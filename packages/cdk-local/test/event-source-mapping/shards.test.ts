import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { createCheckpoints } from '../../event-source-mapping/checkpoints.ts';
import { EventSourceMapping } from '../../event-source-mapping/event-source-mapping.ts';
import { failedOutcome } from '../../functions/invocation.ts';
import type { Timer } from '../../time.ts';
import { MemoryStream, mappingOf, recordOf } from './test-streams.ts';

/** Waits end as soon as everything else has had its turn. */
const soon: Timer = (_, elapsed) => {
  const handle = setImmediate(elapsed);
  return () => clearImmediate(handle);
};

const eventSchema = v.object({ Records: v.array(v.object({ dynamodb: v.object({ SequenceNumber: v.string() }) })) });

/** @param fails whether an invocation does, each time it is asked */
async function follow(stream: MemoryStream, fails: () => boolean) {
  const handled: number[] = [];
  const invoke = async (event: string) => {
    if (fails()) return failedOutcome('Error', 'no');
    const { Records } = v.parse(eventSchema, JSON.parse(event));
    handled.push(...Records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber)));
    return { ok: true as const, payload: 'null' };
  };
  const mapping = new EventSourceMapping({
    mapping: mappingOf({ batchSize: 4 }),
    stream,
    checkpoints: createCheckpoints('Mapping'),
    delivery: { invoke, discard: async () => {} },
    clock: () => 0,
    timer: soon,
    onError: () => {},
  });
  await mapping.start();
  return { mapping, handled };
}

const partitions = [0, 1, 2, 3, 4];
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('write' as const), partition: fc.nat(4) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('split' as const), partition: fc.nat(4) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('drain' as const) }) },
  ),
  { minLength: 5, maxLength: 30, size: 'max' },
);

/** A stream whose shards hold partitions: a split ends a shard, and gives them to two children in turn. */
class SplittingStream extends MemoryStream {
  readonly #shardOf = new Map(partitions.map((partition) => [partition, 'root']));
  readonly written = partitions.map((): number[] => []);
  #count = 0;

  put(partition: number): void {
    this.#count += 1;
    this.written[partition]?.push(this.#count);
    this.write(this.#shardOf.get(partition) ?? '', recordOf(this.#count));
  }

  split(partition: number): void {
    const parentId = this.#shardOf.get(partition) ?? '';
    this.end(parentId);
    const children = ['left', 'right'].map((side) => `${parentId}-${side}`);
    for (const child of children) this.add(child, [], { parentId });
    const moved = partitions.filter((each) => this.#shardOf.get(each) === parentId);
    for (const [at, each] of moved.entries()) this.#shardOf.set(each, children[at % 2] ?? '');
  }
}

test('every record is delivered once, those of a partition in order, however shards split, iterators expire and functions fail', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fc.boolean(), { maxLength: 10 }), async (all, failures) => {
      const stream = new SplittingStream().add('root', []);
      const { mapping, handled } = await follow(stream, () => failures.shift() ?? false);
      for (const step of all) {
        if (step.do === 'drain') await mapping.drained();
        else if (step.do === 'expire') stream.failures.push('ExpiredIteratorException');
        else if (step.do === 'write') stream.put(step.partition);
        else stream.split(step.partition);
      }
      await mapping.drained();
      await mapping.stop();
      for (const numbers of stream.written) expect(handled.filter((one) => numbers.includes(one))).toEqual(numbers);
    }),
    { numRuns: 50 },
  );
});
