import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { newRequestId } from '../../src/records/request-id.ts';
import type { Item, Table } from '../../src/table/item-table.ts';
import { createSdkTable } from '../../src/table/sdk-table.ts';
import { documentClient, emptyTable, makeTable } from '../support/dynamodb.ts';
import { effort } from '../support/effort.ts';
import { noon, recordOf } from '../usage/record.ts';
import { callsIn, type Sums, sumOf } from '../usage/sums.ts';
import { type Fault, FaultyWorld } from './faulty-world.ts';

// A run takes about half a second; `npm run lab -- faults` makes 500.
const numRuns = Number(process.env.FAULT_RUNS ?? effort(8, 500));

let usage: Table;
let recordsName: string;
let runs = 0;

beforeAll(async () => {
  usage = await emptyTable({ sortKey: true });
  recordsName = await makeTable(true);
});

const remove = async (item: Item) => {
  const Key = { pk: item.pk, sk: item.sk };
  await documentClient().send(new DeleteCommand({ TableName: recordsName, Key }));
};

const faults = fc.array(fc.constantFrom<Fault>('works', 'works', 'refused', 'answer lost', 'late'), { maxLength: 6 });

const written = fc.record({
  do: fc.constant('write' as const),
  keyId: fc.constantFrom('one', 'two', 'three', 'four'),
  isPoison: fc.integer({ max: 4, min: 0 }).map((chance) => chance === 0),
  calls: fc.array(
    fc.record({
      method: fc.constantFrom('getHealth', 'getSlot'),
      outcome: fc.constantFrom('ok' as const, 'rpc_error' as const),
      count: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});
const delivered = fc.record({
  do: fc.constant('deliver' as const),
  shard: fc.nat(6),
  back: fc.nat(3),
  length: fc.integer({ min: 1, max: 8 }),
  faults,
  killedAfter: fc.option(fc.nat(8), { nil: undefined, freq: 4 }),
  diverting: fc.constantFrom('works' as const, 'works' as const, 'fails' as const, 'killed behind it' as const),
});
const others = fc.oneof(
  fc.record({ do: fc.constant('split' as const), shard: fc.nat(6) }),
  fc.record({ do: fc.constant('outage' as const), span: fc.constantFrom('minute', 'hour') }),
  fc.record({ do: fc.constant('wait' as const) }),
  fc.record({ do: fc.constant('expire' as const) }),
  fc.record({ do: fc.constant('replay' as const), killedAfter: fc.nat(4) }),
);
const steps = fc.array(
  fc.oneof({ weight: 5, arbitrary: written }, { weight: 5, arbitrary: delivered }, { weight: 3, arbitrary: others }),
  { minLength: 5, maxLength: 40, size: 'max' },
);

type Step = typeof steps extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

/** Runs the steps, then everything that is still pending, and returns all that was written. */
async function live(world: FaultyWorld, all: readonly Step[], run: number): Promise<RequestRecord[]> {
  const records: RequestRecord[] = [];
  const pks = new Set<string>();
  for (const step of all) {
    if (step.do === 'write') {
      const { calls, isPoison } = step;
      const keyId = `${step.keyId}_${run}`;
      const record = recordOf({ keyId, calls, requestId: newRequestId(noon) });
      records.push(record);
      pks.add(`${keyId}#2026-11-20`);
      await world.write(record, isPoison);
    } else if (step.do === 'deliver') await world.deliver(step);
    else if (step.do === 'split') world.split(step.shard);
    else if (step.do === 'outage') world.breakOrMend(step.span);
    else if (step.do === 'wait') await world.wait();
    else if (step.do === 'expire') await world.expire(remove, [...pks]);
    else await world.replay(step.killedAfter).catch(() => undefined);
  }
  await world.settle();
  return records;
}

const expected = (records: readonly RequestRecord[], keyId: string): Sums =>
  sumOf(
    records
      .filter((record) => record.keyId === keyId)
      .flatMap(({ network, calls }) =>
        calls.map(({ method, outcome, count }) => [`${network} ${method} ${outcome}`, count] as const),
      ),
  );

const tallied = async (keyId: string, span: string): Promise<Sums> =>
  callsIn(await Array.fromAsync(usage.query(keyId, `${span}#`)));

test('every record counts exactly once, whatever fails, crashes, is repeated, split, unreadable or replayed', async () => {
  const records = createSdkTable(documentClient(), recordsName);
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      runs += 1;
      const run = runs;
      const made = await live(new FaultyWorld(usage, records), all, run);
      for (const keyId of [`one_${run}`, `two_${run}`]) {
        expect(await tallied(keyId, 'minute')).toEqual(expected(made, keyId));
        expect(await tallied(keyId, 'hour')).toEqual(expected(made, keyId));
      }
    }),
    { numRuns, endOnFailure: true, ...(numRuns > 100 && { interruptAfterTimeLimit: 900_000 }) },
  );
});
