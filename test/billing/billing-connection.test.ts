import { expect, test } from '@jest/globals';
import { createBillingConnection } from '../../src/billing/billing-connection.ts';
import { createLog } from '../../src/log.ts';
import { billingSettings } from './billing-bench.ts';

const keys = { apiKey: 'sk_test_one', signingSecret: 'whsec_one' };

/** A secret that tests change, and what was read and logged. */
function secretWorld() {
  const world = { text: JSON.stringify(keys), reads: 0, now: 0, lines: [] as string[] };
  const connect = createBillingConnection(JSON.stringify(billingSettings), {
    readSecret: async (name) => {
      expect(name).toBe(billingSettings.secretName);
      world.reads += 1;
      if (world.text === '') throw new Error('Secrets Manager does not answer.');
      return world.text;
    },
    clock: () => world.now,
    log: createLog('debug', (line) => world.lines.push(line)),
  });
  return { world, connect };
}

test('connects on first use, once for requests at the same time', async () => {
  const { world, connect } = secretWorld();
  expect(world.reads).toBe(0);
  const [one, other] = await Promise.all([connect(), connect()]);
  expect(one).toMatchObject({ signingSecret: 'whsec_one', settings: billingSettings });
  expect(other.stripe).toBe(one.stripe);
  expect(world.reads).toBe(1);
});

test('uses rotated keys after five minutes, and the last known ones while the secret cannot be read', async () => {
  const { world, connect } = secretWorld();
  await connect();
  world.text = JSON.stringify({ ...keys, signingSecret: 'whsec_two' });
  world.now = 299_999;
  expect((await connect()).signingSecret).toBe('whsec_one');
  world.now = 300_000;
  expect((await connect()).signingSecret).toBe('whsec_two');
  world.text = '';
  world.now = 600_000;
  expect((await connect()).signingSecret).toBe('whsec_two');
  expect(world.lines.join()).toContain('Secrets Manager does not answer.');
  expect((await connect()).signingSecret).toBe('whsec_two');
  expect(world.reads).toBe(3);
});

test('without keys, rejects as unavailable, and tries again with the next request', async () => {
  const { world, connect } = secretWorld();
  world.text = '';
  await expect(connect()).rejects.toMatchObject({ code: 'billing_unavailable' });
  world.text = JSON.stringify(keys);
  expect((await connect()).signingSecret).toBe('whsec_one');
});

test.each([
  'sk_live_secret',
  '{"apiKey":"pk_live_secret","signingSecret":"whsec_secret"}',
  '{"apiKey":"sk_live_secret"}',
])('refuses the secret %j, and tells nothing of its content', async (text) => {
  const { world, connect } = secretWorld();
  world.text = text;
  const error: unknown = await connect().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'invalid_billing_secret' });
  expect(`${error} ${world.lines.join()}`).not.toMatch(/live|whsec_secret/);
});
