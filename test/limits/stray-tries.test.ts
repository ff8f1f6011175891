import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AwsClient, awsCallLimits } from '../../src/aws/aws-client.ts';
import { dynamoDb } from '../../src/aws/aws-services.ts';
import { Admissions } from '../../src/limits/admissions.ts';
import { createSdkTable } from '../../src/table/sdk-table.ts';
import { createSignedTable } from '../../src/table/signed-table.ts';
import { systemClock } from '../../src/time.ts';
import { documentClient, dynamoDbOptions, makeTable } from '../support/dynamodb.ts';
import { dynamoDbDialect } from '../support/faults/dialect.ts';
import { FaultPlan } from '../support/faults/fault-plan.ts';
import { FaultProxy } from '../support/faults/fault-proxy.ts';

const limits = { callsPerSecond: 100, callsPerDay: 1_000 };
const noon = Date.UTC(2026, 10, 20, 12);

/** Delays the first try of a write until long after the second one was answered. */
const waits = { answerMs: 500, stallMs: 3_000 };

let tableName: string;
let plan: FaultPlan;
let proxy: FaultProxy;
let admissions: Admissions;

beforeEach(async () => {
  tableName = await makeTable(false);
  plan = new FaultPlan(1, {});
  const { endpoint: to, region, credentials } = dynamoDbOptions();
  proxy = new FaultProxy({
    to,
    plan,
    dialect: dynamoDbDialect,
    delayMs: 0,
    stallMs: waits.stallMs,
    clock: systemClock,
  });
  const service = new AwsClient(dynamoDb, {
    endpoint: new URL(await proxy.listen()),
    region,
    credentials: () => credentials,
    clock: systemClock,
    random: Math.random,
    pause: async () => {
      plan.rates = {};
    },
    limits: { ...awsCallLimits, answerMs: waits.answerMs, deadlineMs: 30_000, tries: 20 },
  });
  admissions = new Admissions(createSignedTable(service, tableName), () => noon);
});
afterEach(() => proxy.close());

const used = async () => (await createSdkTable(documentClient(), tableName).get({ pk: 'key_1#2026-11-20' }))?.used;

const strayTriesHaveArrived = async () => {
  while (proxy.oldest() !== undefined) await wait(5);
};

describe('a delayed try that is executed after the key’s next admission', () => {
  test('counts no call twice', async () => {
    plan.rates = { stall: 1 };
    expect(await admissions.admit('key_1', limits, 3)).toMatchObject({ n: 3 });
    expect(plan.injected('stall')).toBe(1);
    await admissions.admit('key_1', limits, 1);
    await admissions.admit('key_1', limits, 1);
    expect(await used()).toBe(5);
    await strayTriesHaveArrived();
    expect(await used()).toBe(5);
  });

  test('gives no call back twice', async () => {
    const admitted = await admissions.admit('key_1', limits, 10);
    if ('refused' in admitted) throw admitted.refused;
    plan.rates = { stall: 1 };
    await admissions.giveBack('key_1', admitted, 3);
    await admissions.admit('key_1', limits, 1);
    await admissions.admit('key_1', limits, 1);
    await strayTriesHaveArrived();
    expect(await used()).toBe(9);
  });
});
