import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { AwsClient, awsCallLimits } from '../../src/aws/aws-client.ts';
import { dynamoDb } from '../../src/aws/aws-services.ts';
import type { Admissions } from '../../src/limits/admissions.ts';
import { createSignedTable } from '../../src/table/signed-table.ts';
import { systemClock } from '../../src/time.ts';
import { admissionsOn } from '../support/admissions.ts';
import { dynamoDbOptions, makeTable } from '../support/dynamodb.ts';

const limits = { callsPerSecond: 10, callsPerDay: 1_000 };

let tableName: string;
beforeAll(async () => {
  tableName = await makeTable(false);
});

/** A process with a wrong clock, set up as in lambda/proxy.ts: it reads once before its first request. */
async function startProcess(skewMs: number): Promise<Admissions> {
  const { endpoint, region, credentials } = dynamoDbOptions();
  const service = new AwsClient(dynamoDb, {
    endpoint: new URL(endpoint),
    region,
    credentials: () => credentials,
    clock: () => systemClock() + skewMs,
    random: Math.random,
    pause: async () => {},
    limits: { ...awsCallLimits, answerMs: 20_000, deadlineMs: 60_000 },
  });
  const admissions = admissionsOn(createSignedTable(service, tableName), service.clock, {
    lastDate: () => service.lastDate,
  });
  await admissions.limitStatus('', limits);
  return admissions;
}

test('processes whose clocks are minutes off count in the same seconds and day as the others', async () => {
  const processes = await Promise.all([0, 600_000, -600_000, 720_000].map(startProcess));
  const bySecond = new Map<string, number>();
  const from = systemClock();
  while (systemClock() < from + 2_500) {
    const before = systemClock();
    const results = await Promise.all(processes.map((one) => one.admit('key_1', () => limits, 1)));
    for (const result of results) {
      if ('refused' in result) continue;
      const { day, second, n } = result;
      const countedAt = Date.parse(day) + second * 1_000;
      expect(countedAt).toBeGreaterThanOrEqual(before - 3_000);
      expect(countedAt).toBeLessThanOrEqual(systemClock() + 3_000);
      bySecond.set(`${day} ${second}`, (bySecond.get(`${day} ${second}`) ?? 0) + n);
    }
    // Ten times the limit is enough. Without a pause, they ask DynamoDB a thousand times a second.
    await pause(40);
  }
  expect(Math.max(...bySecond.values())).toBe(10);
});
