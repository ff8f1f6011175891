import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { beginDeletion } from '../../src/accounts/delete-account.ts';
import { systemClock } from '../../src/time.ts';
import { DeletionWorld } from '../accounts/deletion/deletion-world.ts';
import { byCustomer } from '../support/change-requests.ts';
import { dynamoDbOptions } from '../support/dynamodb.ts';

const before = { ...process.env };
let world: DeletionWorld;
beforeAll(async () => {
  world = await DeletionWorld.start();
});
afterAll(() => world.stop());

beforeEach(() => {
  jest.resetModules();
  const { endpoint, region, credentials } = dynamoDbOptions();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: world.pool.url,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    DIRECTORY_TABLE: world.names.directory,
    USAGE_TABLE: world.names.usage,
    USER_POOL_ID: world.pool.poolId,
    METRICS_NAMESPACE: 'Sluice/test',
    LOG_LEVEL: 'error',
  });
});
afterEach(() => {
  process.env = { ...before };
  jest.restoreAllMocks();
});

async function run(remainingMs: number): Promise<unknown[]> {
  const lines: string[] = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const { handler } = await import('../../lambda/account-sweep.ts');
  await handler({}, { getRemainingTimeInMillis: () => remainingMs });
  jest.restoreAllMocks();
  return lines.map((line) => JSON.parse(line));
}

test('the function finishes deletions, and emits that its pass is complete; without time it only emits', async () => {
  const { accountId } = await world.newCustomer('ann@example.com');
  const { accountId: kept, secrets } = await world.newCustomer('bob@example.com');
  await beginDeletion({ directory: world.directory, clock: systemClock }, byCustomer(accountId));
  expect(await run(10_000)).toEqual([
    expect.objectContaining({ event: 'account_sweep_failed', accountId, level: 'error' }),
    expect.objectContaining({ AccountSweepComplete: 0 }),
  ]);
  expect(await run(900_000)).toEqual([expect.objectContaining({ AccountSweepComplete: 1 })]);
  expect(await world.directory.get({ pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' })).toMatchObject({ state: 'deleted' });
  expect(await world.users.find('ann@example.com')).toBeUndefined();
  expect(await world.users.find(kept)).toMatchObject({ email: 'bob@example.com' });
  expect(await world.accepts(secrets[2] ?? '')).toBe(true);
});
