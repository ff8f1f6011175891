import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LogLine } from '../../../packages/cdk-local/logs.ts';
import { changePlan } from '../../../src/accounts/account-plan.ts';
import { AwsError } from '../../../src/aws/retry.ts';
import { createStripe } from '../../../src/billing/stripe-client.ts';
import { mintSecret } from '../../../src/keys/secret.ts';
import { createLog, type Log } from '../../../src/log.ts';
import { Plans } from '../../../src/plans.ts';
import { writeRecord } from '../../../src/records/record.ts';
import { RefusalRecords } from '../../../src/records/refusal-records.ts';
import { dayOf, systemClock } from '../../../src/time.ts';
import { dayKey } from '../../../src/usage/day-items.ts';
import { byOperator } from '../../support/change-requests.ts';
import { becomeCustomer, type Customer } from '../../support/customer.ts';
import { call, post, send } from '../../support/rpc.ts';
import { startTestRuntime, type TestKey, type TestRuntime } from '../../support/test-runtime.ts';
import { recordOf } from '../../usage/record.ts';
import { type Datapoint, datapointsOf } from './datapoints.ts';
import { ringing } from './ringing.ts';

// What an alarm watches is provoked, and the alarm of the served template is held against the lines that functions wrote. One
// runtime for all: tables are taken away from it, one after the other, so the order counts.

const namespace = 'Sluice/dev';
const nobody = 'http://127.0.0.1:9';

let local: TestRuntime;
let key: TestKey;
let buyer: Customer;
let seen: number;
beforeAll(async () => {
  local = await startTestRuntime({ mainnet: [nobody], devnet: [nobody] }, { billing: true, stripePort: 0 });
  buyer = await becomeCustomer(local, 'buyer@example.com');
  key = await local.newKey({ planId: 'developer' });
});
afterAll(() => local?.stop());
beforeEach(() => {
  seen = local.runtime.logs().length;
});

// As if watch had run once and found all well. It runs when its minute comes; its alarms are in watch-alarms.test.ts.
const run: Datapoint = { namespace, name: 'EndpointUp', dimensions: {}, values: [1] };
const toldBy = (lines: readonly LogLine[]): Datapoint[] => [
  run,
  ...datapointsOf(
    local.runtime.template,
    lines.filter(({ source }) => source !== nameOf('Watch')),
  ),
];
const told = (): Datapoint[] => toldBy(local.runtime.logs().slice(seen));
const rings = (extra: readonly Datapoint[] = []): string[] => ringing(local.runtime.template, [...told(), ...extra]);

/** The sum of a metric, of all that was told in this test. */
const sumOf = (name: string, dimensions: Readonly<Record<string, string>> = {}): number =>
  told()
    .filter((datapoint) => datapoint.name === name && datapoint.namespace === namespace)
    .filter((datapoint) => JSON.stringify(datapoint.dimensions) === JSON.stringify(dimensions))
    .reduce((sum, { values }) => sum + values.reduce((a, b) => a + b, 0), 0);

const ask = (secret = key.secret, body = call('getHealth')) =>
  post(local.runtime.endpoints.mainnet ?? '', secret, body);

/** Moves an account to a plan that is not in the settings, as if the operator had removed its plan. */
const losePlan = ({ accountId }: TestKey) => {
  const [developer] = local.runtime.settings.plans.filter(({ id }) => id === 'developer');
  if (!developer) throw new Error('The settings have no plan developer.');
  const plans = new Plans([{ ...developer, id: 'removed' }]);
  return changePlan({ directory: local.directory, plans, clock: systemClock }, byOperator(accountId), 'removed');
};

/** Five requests one after the other: as many as the threshold needs. */
async function fiveTimes(request: () => Promise<{ readonly status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await request()).status);
  return statuses;
}
const askFiveTimes = () => fiveTimes(ask);

const readKey = () => send(`${local.runtime.apiUrl}/v1/key`, { method: 'GET', headers: { 'X-API-KEY': key.secret } });
const json = (body: object, idToken?: string) => ({
  headers: { 'Content-Type': 'application/json', ...(idToken && { Authorization: `Bearer ${idToken}` }) },
  body: JSON.stringify(body),
});

async function takeAway(output: string): Promise<void> {
  const client = new DynamoDBClient({
    endpoint: local.runtime.dynamodbUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: 'operator' },
  });
  await client.send(new DeleteTableCommand({ TableName: local.runtime.template.outputs[output] }));
  client.destroy();
}

/** Writes the record of a request that was in the gateway so long and ended so long ago. */
async function recordPast(durationMs: number, endedAgoMs = 0): Promise<void> {
  const at = systemClock() - endedAgoMs - durationMs;
  const admittedSecond = Math.floor(at / 1_000);
  const record = recordOf({ keyId: key.keyId, requestId: `${at}`, network: 'devnet', at, durationMs, admittedSecond });
  await writeRecord(local.records, createLog('error'), record, 1);
  await local.runtime.drained();
}

/** What AWS itself would tell of a function, or of a table. */
const aws = (service: string, name: string, dimensions: Datapoint['dimensions'], values: number[]): Datapoint => ({
  namespace: `AWS/${service}`,
  name,
  dimensions,
  values,
});

const nameOf = (construct: string): string =>
  local.runtime.template.ofType('AWS::Lambda::Function').find(({ ref }) => ref.startsWith(construct))?.ref ?? '';

test('after a start no alarm is on, and the warm-up does not count as an unknown key', () => {
  const start = toldBy(local.runtime.logs());
  expect(start.filter(({ name }) => name === 'UnknownKeys')).toEqual([]);
  expect(ringing(local.runtime.template, start)).toEqual([]);
});

test('an unknown key counts in UnknownKeys', async () => {
  expect((await ask(mintSecret())).status).toBe(403);
  expect(sumOf('UnknownKeys')).toBe(1);
  expect(rings()).toEqual([]);
});

describe('nodes that do not answer', () => {
  const batch = (calls: number) => `[${Array.from({ length: calls }, (_, id) => call('getHealth', id)).join(',')}]`;

  test('count in Calls by outcome, and set off upstream-failures only for their network', async () => {
    await ask(key.secret, batch(20));
    await local.runtime.drained();
    expect(sumOf('Calls', { network: 'mainnet', outcome: 'upstream_error' })).toBe(20);
    expect(sumOf('Calls', { network: 'mainnet' })).toBe(20);
    expect(rings()).toEqual(['upstream-failures-mainnet']);
  });

  test('set off no alarm when there are too few calls for a percentage', async () => {
    await ask(key.secret, batch(19));
    await local.runtime.drained();
    expect(sumOf('Calls', { network: 'mainnet', outcome: 'upstream_error' })).toBe(19);
    expect(rings()).toEqual([]);
  });
});

test('an ended day is computed by the rule of usage-days, and sets off no alarm', async () => {
  const day = dayOf(systemClock() - 25 * 3_600_000);
  await recordPast(10, 25 * 3_600_000);
  await local.runtime.runScheduled();
  const item = await local.usage.get(dayKey({ accountId: 'acme', keyId: key.keyId, day }));
  expect(JSON.parse(String(item?.figures))).toMatchObject({ devnet: { methods: { getHealth: { ok: 1 } } } });
  expect(sumOf('UsageDaysComplete')).toBe(1);
  expect(rings()).toEqual([]);
});

test('an ended day that is not computed sets off usage-days', () => {
  expect(rings([{ namespace, name: 'UsageDaysComplete', dimensions: {}, values: [0] }])).toEqual(['usage-days']);
});

test('accounts that the report names set off below-cost', () => {
  const named = (count: number) => rings([{ namespace, name: 'AccountsBelowCost', dimensions: {}, values: [count] }]);
  expect(named(1)).toEqual(['below-cost']);
  expect(named(0)).toEqual([]);
});

describe('the management API', () => {
  const apiId = () =>
    local.runtime.template.ofType('AWS::ApiGatewayV2::Api').find(({ logicalId }) => logicalId.includes('Management'));
  const gateway = (name: string, values: number[]) => aws('ApiGateway', name, { ApiId: apiId()?.ref ?? '' }, values);

  test('sets off management-errors when a hundredth of its requests fail, and five or more', () => {
    expect(rings([gateway('5xx', [5]), gateway('Count', [500])])).toEqual(['management-errors']);
    expect(rings([gateway('5xx', [5]), gateway('Count', [501])])).toEqual([]);
    expect(rings([gateway('5xx', [4]), gateway('Count', [4])])).toEqual([]);
  });

  test('sets off management-latency when a tenth of its requests is slow', () => {
    const of = (slow: number) => gateway('Latency', [...Array(10 - slow).fill(80), ...Array(slow).fill(6_000)]);
    expect(rings([of(2)])).toEqual(['management-latency']);
    expect(rings([of(0)])).toEqual([]);
  });

  test('sets off sign-up-mails when Lambda gives up sending them', () => {
    const dropped = (count: number) =>
      aws('Lambda', 'AsyncEventsDropped', { FunctionName: nameOf('ControlPlaneSignUpMailFunction') }, [count]);
    expect(rings([dropped(3)])).toEqual(['sign-up-mails']);
    expect(rings([dropped(2)])).toEqual([]);
  });

  test('sets off key-api-errors when the functions of GET /v1/key fail', () => {
    const failed = (construct: string) => aws('Lambda', 'Errors', { FunctionName: nameOf(construct) }, [5]);
    expect(rings([failed('ControlPlaneKeyApiAuthorizer')])).toEqual(['key-api-errors']);
    expect(rings([failed('ControlPlaneKeyApiHandler')])).toEqual(['key-api-errors']);
  });
});

test('a pass of the account sweep that does not end sets off account-sweep, and a failed run account-sweep-stopped', () => {
  expect(rings([{ namespace, name: 'AccountSweepComplete', dimensions: {}, values: [0] }])).toEqual(['account-sweep']);
  expect(rings([{ namespace, name: 'AccountSweepComplete', dimensions: {}, values: [1] }])).toEqual([]);
  const failed = aws('Lambda', 'Errors', { FunctionName: nameOf('AccountSweepFunction') }, [1]);
  expect(rings([failed])).toEqual(['account-sweep-stopped']);
});

describe('a slow request', () => {
  test('counts in Latency, and sets off latency only for its network', async () => {
    await recordPast(5_000);
    expect(sumOf('Latency', { network: 'devnet' })).toBe(5_000);
    expect(rings()).toEqual(['latency-devnet']);
  });

  test('sets off no alarm below the threshold', async () => {
    await recordPast(4_999);
    expect(rings()).toEqual([]);
  });
});

describe('a late record', () => {
  test('counts in TallyLag; the alarm uses Lambda’s IteratorAge', async () => {
    await recordPast(10, 120_000);
    expect(sumOf('TallyLag')).toBeGreaterThanOrEqual(120_000);
    const age = (ms: number) =>
      aws('Lambda', 'IteratorAge', { FunctionName: nameOf('DataPlaneRecordStreamTally') }, [ms]);
    expect(rings([age(300_000)])).toEqual(['tally-age']);
    expect(rings([age(299_999)])).toEqual([]);
  });

  test('counts in RecordsReplayed and not in the lag when it was written long after its request', async () => {
    await recordPast(10, 86_400_000);
    expect(sumOf('RecordsReplayed')).toBe(1);
    expect(sumOf('TallyLag')).toBe(0);
  });
});

test('a key whose plan the settings do not have sets off unknown-plan, once a minute at most', async () => {
  const stranded = await local.newKey({ planId: 'developer' });
  await losePlan(stranded);
  expect([(await ask(stranded.secret)).status, (await ask(stranded.secret)).status]).toEqual([403, 403]);
  expect(sumOf('UnknownPlans')).toBe(1);
  expect(rings()).toEqual(['unknown-plan']);
});

test('an unreadable record is diverted and sets off failed-records, as does a record that Lambda gives up', async () => {
  await local.records.put({ pk: `${key.keyId}#2026-11-20`, sk: 'unreadable', at: 'noon' });
  await local.runtime.drained();
  expect(sumOf('RecordsDiverted')).toBe(1);
  expect(rings()).toEqual(['failed-records']);
  seen = local.runtime.logs().length;
  const [mapping] = local.runtime.template.ofType('AWS::Lambda::EventSourceMapping');
  const dimensions = { EventSourceMappingUUID: mapping?.ref ?? '' };
  for (const name of ['OnFailureDestinationDeliveredEventCount', 'DroppedEventCount']) {
    expect(rings([aws('Lambda', name, dimensions, [1])])).toEqual(['failed-records']);
  }
});

test('throttled reads and writes set off throttles; DynamoDB Local throttles nothing', () => {
  const turnedAway = local.runtime.template
    .ofType('AWS::DynamoDB::GlobalTable')
    .map(({ ref }) => aws('DynamoDB', 'WriteThrottleEvents', { TableName: ref }, [4]));
  expect(rings(turnedAway)).toEqual(['throttles']);
  expect(rings(turnedAway.slice(1))).toEqual([]);
});

describe('one key that DynamoDB throttles, which DynamoDB Local does not', () => {
  const throttled = () => Promise.reject(new AwsError('ThrottlingException', 'for a test', { status: 400 }));
  const records = { put: throttled, get: throttled, update: throttled };

  /** What the alarms make of lines that the product's own classes write in the proxy. */
  async function ringAfter(work: (log: Log) => Promise<void>): Promise<string[]> {
    const lines: LogLine[] = [];
    const source = nameOf('DataPlaneProxy');
    await work(createLog('info', (line) => lines.push({ source, line })));
    return ringing(local.runtime.template, [run, ...datapointsOf(local.runtime.template, lines)]);
  }

  test.each([
    [19, []],
    [20, ['keys-throttled']],
  ])('answers %s requests with 503, which set off %s', async (requests, alarms) => {
    const clock = { now: 0 };
    const rang = await ringAfter(async (log) => {
      const refusals = new RefusalRecords({ records: local.records, clock: () => clock.now, log });
      for (let asked = 0; asked < requests; asked += 1) {
        const record = recordOf({
          requestId: `throttled-${asked}`,
          keyId: 'throttled',
          outcome: 'internal_error',
          at: 0,
        });
        await refusals.add(record, 1, { event: 'key_throttled' });
      }
      clock.now += 60_000;
      await refusals.writePending();
    });
    expect(rang).toEqual(alarms);
  });

  test('leaves records in the log, which set off keys-throttled and no alarm that stops a release', async () => {
    const rang = await ringAfter(async (log) => {
      for (let asked = 0; asked < 20; asked += 1)
        await writeRecord(records, log, recordOf({ requestId: `${asked}` }), 1);
    });
    expect(rang).toEqual(['keys-throttled']);
  });
});

test('a price that Stripe does not sell any more sets off billing-misconfigured', async () => {
  const { url = '', apiKey = '' } = local.runtime.billing ?? {};
  const stripe = await createStripe({ apiKey, apiUrl: url });
  const { data: prices } = await stripe.prices.list({ active: true });
  for (const { id } of prices) await stripe.prices.update(id, { active: false });
  const { status } = await send(
    `${local.runtime.apiUrl}/v1/billing/checkout`,
    json({ planId: 'developer' }, buyer.idToken),
  );
  expect(status).toBe(503);
  expect(sumOf('BillingMisconfigured')).toBe(1);
  expect(rings()).toEqual(['billing-misconfigured']);
});

test('a pass that finds more keys than a plan allows sets off billing-excess-keys', () => {
  const found = (accounts: number) => ({ namespace, name: 'ExcessKeys', dimensions: {}, values: [accounts] });
  expect(rings([found(1)])).toEqual(['billing-excess-keys']);
  expect(rings([found(0)])).toEqual([]);
});

test('a missing Records table counts in RecordsLost, and sets off lost-records', async () => {
  await takeAway('RecordsTable');
  expect((await ask()).status).toBe(502);
  expect(sumOf('RecordsLost')).toBe(1);
  expect(rings()).toEqual(['lost-records']);
});

test('a missing Admissions table counts in RequestsFailed, and sets off proxy-errors and key-api-errors', async () => {
  await takeAway('AdmissionsTable');
  expect(await askFiveTimes()).toEqual([503, 503, 503, 503, 503]);
  expect(sumOf('RequestsFailed')).toBe(5);
  expect(rings()).toContain('proxy-errors');
  expect(rings()).not.toContain('key-api-errors');
  expect(await fiveTimes(readKey)).toEqual([500, 500, 500, 500, 500]);
  expect(sumOf('OperationsFailed', { operation: 'getCurrentKey' })).toBe(5);
  expect(rings()).toContain('key-api-errors');
});

test('a missing Directory table counts in RequestsFailed, not in Errors of the authorizer, and sets off proxy-errors', async () => {
  await takeAway('DirectoryTable');
  expect(await askFiveTimes()).toEqual([503, 503, 503, 503, 503]);
  expect(sumOf('RequestsFailed')).toBe(5);
  expect(rings()).toEqual(['proxy-errors']);
});

test('Errors of the authorizer set off authorizer-errors', () => {
  const errors = aws('Lambda', 'Errors', { FunctionName: nameOf('DataPlaneAuthorizer') }, [1, 1, 1, 1, 1]);
  expect(rings([errors])).toContain('authorizer-errors');
});

test('a missing Directory table sets off checkout-errors and sign-up-errors', async () => {
  const { apiUrl } = local.runtime;
  const buy = () => send(`${apiUrl}/v1/billing/checkout`, json({ planId: 'developer' }, buyer.idToken));
  expect(await fiveTimes(buy)).toEqual([500, 500, 500, 500, 500]);
  expect(sumOf('OperationsFailed', { operation: 'openCheckout' })).toBe(5);
  expect(rings()).toEqual(['checkout-errors']);
  const signUp = () => send(`${apiUrl}/v1/sign-up`, json({ email: 'eve@example.com' }));
  expect(await fiveTimes(signUp)).toEqual([500, 500, 500, 500, 500]);
  expect(sumOf('OperationsFailed', { operation: 'signUp' })).toBe(5);
  expect(rings()).toEqual(['sign-up-errors', 'checkout-errors']);
});
