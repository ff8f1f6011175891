import { expect, test } from '@jest/globals';
import { authorize } from '../../src/keys/authorize.ts';
import { createLog } from '../../src/log.ts';
import { RefusalRecords } from '../../src/records/refusal-records.ts';
import { withCheckSecrets } from '../../src/release-checks/check-secrets.ts';
import { minuteMs } from '../../src/time.ts';
import { memoryDirectory } from '../support/memory-directory.ts';
import { plans } from '../support/settings.ts';

const start = Date.UTC(2026, 10, 20, 12);
const networks = ['mainnet', 'devnet'];

function world() {
  const time = { now: start };
  const clock = () => time.now;
  const directory = memoryDirectory();
  const refusals = new RefusalRecords({ records: memoryDirectory(), clock, log: createLog('error') });
  return {
    time,
    directory,
    keyIdOf: async (secret: string) =>
      (await authorize(secret, 'devnet', { directory, plans, refusals, clock }))?.keyId,
    use: <T>(work: (secrets: Readonly<Record<string, string>>) => Promise<T>, deploymentId = 'd-1') =>
      withCheckSecrets({ directory, clock, plan: plans.free, deploymentId, networks }, work),
  };
}

test('each network and deployment has a key of its own, so that the smallest plan allows the checks', async () => {
  const { use, keyIdOf } = world();
  const keysOf = (deploymentId: string) =>
    use((secrets) => Promise.all(Object.values(secrets).map(keyIdOf)), deploymentId);
  const used = [...(await keysOf('d-1')), ...(await keysOf('d-2'))];
  expect(new Set(used).size).toBe(4);
  for (const keyId of used) expect(keyId).toMatch(/^pre-traffic-check-d-[12]-(main|dev)net$/);
});

test('the secrets work only while the checks run, also if these fail', async () => {
  const { use, keyIdOf } = world();
  let seen: string[] = [];
  const failing = use(async (secrets) => {
    seen = Object.values(secrets);
    throw new Error('a check');
  });
  await expect(failing).rejects.toThrow('a check');
  expect(await Promise.all(seen.map(keyIdOf))).toEqual([undefined, undefined]);
});

test('secrets that cannot be deleted end after five minutes', async () => {
  const { time, directory, use, keyIdOf } = world();
  directory.delete = () => Promise.reject(new Error('no answer'));
  const [secret = ''] = await use(async (secrets) => Object.values(secrets));
  time.now = start + 5 * minuteMs - 1;
  expect(await keyIdOf(secret)).toBe('pre-traffic-check-d-1-mainnet');
  time.now += 1;
  expect(await keyIdOf(secret)).toBeUndefined();
});
