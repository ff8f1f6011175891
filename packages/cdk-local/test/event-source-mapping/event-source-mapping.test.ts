import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createCheckpoints } from '../../event-source-mapping/checkpoints.ts';
import { EventSourceMapping } from '../../event-source-mapping/event-source-mapping.ts';
import type { MappingSettings } from '../../event-source-mapping/mapping-settings.ts';
import { compileFilter } from '../../event-source-mapping/record-filter.ts';
import { failedOutcome } from '../../functions/invocation.ts';
import { systemTimer, type Timer } from '../../time.ts';
import { MemoryStream, mappingOf, numbersOf, recordOf, recordsOf, writtenAt } from './test-streams.ts';

const running: EventSourceMapping[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((mapping) => mapping.stop()));
});

/** Waits end only when they are cut short: every read that follows has been asked for. */
const never: Timer = () => () => {};
/** Waits end at once. */
const atOnce: Timer = (_, elapsed) => {
  const handle = setImmediate(elapsed);
  return () => clearImmediate(handle);
};

type Options = {
  changes?: Partial<MappingSettings>;
  folder?: string;
  timer?: Timer;
  clock?: () => number;
  /** The invocation fails if this returns false. */
  invoke?: (event: string) => Promise<unknown>;
};

async function start(stream: MemoryStream, { changes, folder, timer = never, clock, invoke }: Options = {}) {
  const batches: string[] = [];
  const errors: unknown[] = [];
  const mapping = new EventSourceMapping({
    mapping: mappingOf(changes),
    stream,
    checkpoints: createCheckpoints('Mapping', folder),
    delivery: {
      invoke: async (event) => {
        batches.push(numbersOf(JSON.parse(event).Records).join());
        return (await invoke?.(event)) === false ? failedOutcome('Error', 'no') : { ok: true, payload: 'null' };
      },
      discard: async () => {},
    },
    clock: clock ?? (() => writtenAt),
    timer,
    onError: (error) => errors.push(error),
  });
  running.push(mapping);
  await mapping.start();
  return { mapping, batches, errors };
}

describe('batches', () => {
  test('have at most BatchSize records, in order', async () => {
    const stream = new MemoryStream().add('s', recordsOf(1, 2, 3, 4, 5));
    const { mapping, batches } = await start(stream, { changes: { batchSize: 2 } });
    await mapping.drained();
    expect(batches).toEqual(['1,2', '3,4', '5']);
  });

  test('leave out what no filter matches, and what is filtered costs no invocation', async () => {
    const stream = new MemoryStream().add('s', [recordOf(1), recordOf(2, 'MODIFY'), recordOf(3)]);
    const filters = [compileFilter('{"eventName":["INSERT"]}')];
    const { mapping, batches } = await start(stream, { changes: { filters } });
    await mapping.drained();
    stream.write('s', recordOf(4, 'REMOVE'));
    await mapping.drained();
    expect(batches).toEqual(['1,3']);
  });

  test('wait for more until the window ends', async () => {
    let now = writtenAt;
    const stream = new MemoryStream().add('s', recordsOf(1));
    const { promise: invoked, resolve } = Promise.withResolvers<void>();
    const invoke = async () => resolve();
    let waits = 0;
    const timer: Timer = (milliseconds, elapsed) => {
      waits += 1;
      now += 100;
      if (waits === 2) stream.write('s', recordOf(2));
      return atOnce(milliseconds, elapsed);
    };
    const { batches } = await start(stream, { changes: { window: 1_000 }, clock: () => now, timer, invoke });
    await invoked;
    expect(batches).toEqual(['1,2']);
    expect(now - writtenAt).toBeGreaterThanOrEqual(1_000);
  });

  test('go out at once when they are full, whatever the window', async () => {
    const stream = new MemoryStream().add('s', recordsOf(1, 2, 3));
    const { promise: invoked, resolve } = Promise.withResolvers<void>();
    const invoke = async () => resolve();
    const { batches } = await start(stream, { changes: { window: 300_000, batchSize: 2 }, invoke });
    await invoked;
    expect(batches).toEqual(['1,2']);
  });
});

describe('drained', () => {
  test('waits for an invocation that is under way', async () => {
    const gate = Promise.withResolvers<void>();
    const { mapping } = await start(new MemoryStream().add('s', recordsOf(1)), { invoke: () => gate.promise });
    let isDrained = false;
    const drained = mapping.drained().then(() => {
      isDrained = true;
    });
    await new Promise(setImmediate);
    expect(isDrained).toBe(false);
    gate.resolve();
    await drained;
  });

  test('sees what was written while it read', async () => {
    const stream = new MemoryStream().add('s', recordsOf(1));
    const { mapping, batches } = await start(stream);
    const first = mapping.drained();
    stream.write('s', recordOf(2));
    await Promise.all([first, mapping.drained()]);
    expect(batches.join()).toBe('1,2');
  });

  test('ends a window', async () => {
    const stream = new MemoryStream().add('s', recordsOf(1));
    const { mapping, batches } = await start(stream, { changes: { window: 300_000 } });
    await mapping.drained();
    expect(batches).toEqual(['1']);
  });
});

describe('shards', () => {
  test('whose parent is gone are read', async () => {
    const { mapping, batches } = await start(new MemoryStream().add('s', recordsOf(1), { parentId: 'gone' }));
    await mapping.drained();
    expect(batches).toEqual(['1']);
  });
});

describe('checkpoints', () => {
  test('kept in a folder let a restart read on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-checkpoints-'));
    const stream = new MemoryStream().add('s', recordsOf(1, 2));
    const first = await start(stream, { folder });
    await first.mapping.drained();
    await first.mapping.stop();
    stream.write('s', recordOf(3));
    const second = await start(stream, { folder });
    await second.mapping.drained();
    expect(second.batches).toEqual(['3']);
  });

  test('do not pass a batch that was not dealt with', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-checkpoints-'));
    const stream = new MemoryStream().add('s', recordsOf(1, 2));
    const second = Promise.withResolvers<void>();
    const ends = Promise.withResolvers<void>();
    const first = await start(stream, {
      folder,
      changes: { batchSize: 1 },
      invoke: async (event) => {
        if (!event.includes('event-2')) return true;
        second.resolve();
        await ends.promise;
        return false;
      },
    });
    await second.promise;
    const stopped = first.mapping.stop();
    ends.resolve();
    await stopped;
    const again = await start(stream, { folder });
    await again.mapping.drained();
    expect(again.batches).toEqual(['2']);
  });
});

describe('a read that fails', () => {
  test('because its iterator has expired goes on behind the last record', async () => {
    const stream = new MemoryStream().add('s', recordsOf(1));
    const { mapping, batches, errors } = await start(stream);
    await mapping.drained();
    stream.failures.push('ExpiredIteratorException');
    stream.write('s', recordOf(2));
    await mapping.drained();
    expect([batches, errors]).toEqual([['1', '2'], []]);
    expect(stream.opened.at(-1)).toEqual(['s', { after: '1' }]);
  });

  test('because its records are gone goes on at the oldest that is left, and hands nothing over twice', async () => {
    const stream = new MemoryStream().add('s', recordsOf(9, 10));
    const { mapping, batches, errors } = await start(stream);
    await mapping.drained();
    stream.failures.push('TrimmedDataAccessException');
    stream.write('s', recordOf(11));
    await mapping.drained();
    expect([batches, errors]).toEqual([['9,10', '11'], []]);
    expect(stream.opened.at(-1)).toEqual(['s', 'TRIM_HORIZON']);
  });

  test('for any other reason is told and tried again', async () => {
    const stream = new MemoryStream().add('s', recordsOf(1));
    stream.failures.push('InternalServerError', 'InternalServerError');
    const { mapping, batches, errors } = await start(stream, { timer: atOnce });
    await mapping.drained();
    expect(batches).toEqual(['1']);
    expect(errors).toHaveLength(2);
  });
});

test('a stream that cannot be read at the start is an error, as on AWS', async () => {
  const stream = new MemoryStream().add('s', []);
  stream.verify = async () => {
    throw new Error('AccessDeniedException');
  };
  await expect(start(stream)).rejects.toThrow('AccessDeniedException');
});

test('stopping closes the stream and resolves although it waits for records', async () => {
  const stream = new MemoryStream().add('s', []);
  const { mapping } = await start(stream, { timer: systemTimer });
  await mapping.stop();
  expect(stream.isClosed).toBe(true);
});
