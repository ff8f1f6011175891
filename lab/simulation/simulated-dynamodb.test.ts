import { describe, expect, test } from '@jest/globals';
import { AwsClient } from '../../src/aws/aws-client.ts';
import { dynamoDb as dynamoDbService } from '../../src/aws/aws-services.ts';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import { parseJson } from '../../src/schema.ts';
import { ConditionFailedError, type Item } from '../../src/table/item-table.ts';
import { createSignedTable } from '../../src/table/signed-table.ts';
import { UnitCounter } from '../bench/dynamodb-units/write-units.ts';
import { seededRandom } from '../bench/statistics.ts';
import type { DynamoDbFault } from './dynamodb-fault.ts';
import { simulateConnections } from './simulated-connections.ts';
import { type MeteredWrite, SimulatedDynamoDb } from './simulated-dynamodb.ts';
import { SimulatedTime } from './simulated-time.ts';
import { partitionLimits } from './unit-limit.ts';

const noon = Date.UTC(2026, 10, 20, 12, 0, 0, 300);

/** A table through the gateway's own client, and the units that AWS's rules give for each exchange. */
function makeTable({ faults = [], tries = 1 }: { faults?: DynamoDbFault[]; tries?: number } = {}) {
  const time = new SimulatedTime(noon);
  const writes: MeteredWrite[] = [];
  const expectedUnits: number[] = [];
  const dates: (string | undefined)[] = [];
  const [random, limit] = [seededRandom(1), partitionLimits.bucket];
  const onWrite = (write: MeteredWrite) => void writes.push(write);
  const dynamoDb = new SimulatedDynamoDb({ time, startAt: noon, random, limit, faults, onWrite });
  const counter = new UnitCounter();
  const observed: Pick<SimulatedDynamoDb, 'execute'> = {
    execute(request) {
      const answer = dynamoDb.execute(request);
      dates.push(answer?.headers.date);
      const operation = request.headers[request.headers.indexOf('X-Amz-Target') + 1]?.split('.')[1] ?? '';
      const exchange = { operation, input: parseJson(request.body), answer: parseJson(String(answer?.body)) };
      if (answer && !String(answer.body).includes('Throughput')) expectedUnits.push(counter.count(exchange).write);
      return answer;
    },
  };
  const client = new AwsClient(dynamoDbService, {
    endpoint: new URL('https://dynamodb.us-east-1.amazonaws.com'),
    region: 'us-east-1',
    credentials: () => ({ accessKeyId: 'simulation', secretAccessKey: 'simulation' }),
    clock: () => Math.floor(time.now),
    random,
    pause: (ms) => time.pause(ms),
    limits: { connectMs: 1_000, answerMs: 1_000, deadlineMs: 3_000, tries },
    exchange: simulateConnections({ time, dynamoDb: observed, deliver: (callback) => callback() }),
  });
  const table = createSignedTable(client, 'Admissions');
  /** The outcome of one call, and how long it took. */
  const call = async <T>(started: () => Promise<T>) => {
    const from = time.now;
    let ms = 0;
    const ended = Promise.allSettled([
      started().finally(() => {
        ms = time.now - from;
      }),
    ]);
    await time.run();
    const [result] = await ended;
    return { ms, value: result.status === 'fulfilled' ? result.value : undefined, error: reasonOf(result) };
  };
  const count = (pk: string, more: Item = {}, most = 1_000_000) =>
    call(() =>
      table.update({
        key: { pk },
        update: `ADD used :one${Object.keys(more)
          .map((name) => `, ${name} :${name}`)
          .join('')}`,
        condition: '(attribute_not_exists(used) OR used <= :most)',
        values: {
          ':one': 1,
          ':most': most,
          ...Object.fromEntries(Object.entries(more).map(([name, value]) => [`:${name}`, value])),
        },
      }),
    );
  return { time, table, writes, expectedUnits, dates, call, count };
}

const reasonOf = (result: PromiseSettledResult<unknown>): unknown =>
  result.status === 'rejected' ? result.reason : undefined;

describe('the simulated DynamoDB', () => {
  test('units are those of AWS’s rules: of the larger of the item before and after, for a failed condition too', async () => {
    const { table, writes, expectedUnits, call, count } = makeTable();
    const random = seededRandom(2);
    for (let write = 0; write < 300; write += 1) {
      const pk = `key_${Math.floor(random() * 5)}`;
      if (random() < 0.2) await call(() => table.put({ pk, text: 'x'.repeat(Math.floor(random() * 4_000)), used: 1 }));
      else await count(pk, { set: new Set([`${random()}`.repeat(5)]) }, Math.floor(random() * 40));
    }
    expect(writes.map(({ units }) => units)).toEqual(expectedUnits);
    expect(new Set(expectedUnits).size).toBeGreaterThan(3);
  });

  test('answers after 4 ms with the time in whole seconds', async () => {
    const { count, dates } = makeTable();
    const { ms, value } = await count('key_1');
    expect([ms, value]).toEqual([4, { pk: 'key_1', used: 1 }]);
    expect(dates).toEqual(['Fri, 20 Nov 2026 12:00:00 GMT']);
  });

  test('a failed condition returns the item', async () => {
    const { count } = makeTable();
    await count('key_1');
    const { error } = await count('key_1', {}, 0);
    expect(error).toBeInstanceOf(ConditionFailedError);
    expect(error).toMatchObject({ item: { pk: 'key_1', used: 1 } });
  });

  test('a throttled try changes nothing, costs nothing and is answered as fast', async () => {
    const faults: DynamoDbFault[] = [{ kind: 'reduced', share: 0, from: 0, to: 1, pk: 'key_1' }];
    const { time, count, writes } = makeTable({ faults });
    expect(await count('key_1')).toMatchObject({ ms: 4, error: { name: 'ProvisionedThroughputExceededException' } });
    expect((await count('key_2')).value).toMatchObject({ used: 1 });
    await time.run(noon + 1_000);
    expect((await count('key_1')).value).toMatchObject({ used: 1 });
    expect(writes.map(({ units }) => units)).toEqual([0, 1, 1]);
  });

  test('a partition takes a thousand units, and another one as many', async () => {
    const { time, table, writes } = makeTable();
    const puts = Array.from({ length: 2_500 }, (_, index) =>
      table.put({ pk: index < 1_500 ? 'a' : 'b', sk: `${index}` }).catch(() => undefined),
    );
    await time.run();
    await Promise.all(puts);
    expect(writes.filter(({ units }) => units === 1)).toHaveLength(2_000);
  });

  test('a silent DynamoDB is given up after the time of the client, and may have executed the write', async () => {
    for (const executed of [0, 1]) {
      const { time, table, call, count } = makeTable({ faults: [{ kind: 'silent', executed, from: 0, to: 0.5 }] });
      const { ms, error } = await count('key_1');
      expect([ms, error instanceof NoAnswerError && error.code]).toEqual([1_000, 'timeout']);
      await time.run(noon + 2_000);
      expect((await call(() => table.get({ pk: 'key_1' }))).value?.used).toBe(executed || undefined);
    }
  });

  test('the client’s next tries end when the fault ends', async () => {
    const { count } = makeTable({ faults: [{ kind: 'status 500', share: 1, from: 0, to: 0.02 }], tries: 4 });
    const { ms, value } = await count('key_1');
    expect(value?.used).toBeGreaterThan(0);
    expect(ms).toBeGreaterThan(20);
  });
});
