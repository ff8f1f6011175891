import { expect, test } from '@jest/globals';
import { secretItemKey } from '../../src/directory/secret-item.ts';
import { hashSecret } from '../../src/keys/secret.ts';
import { call, post } from '../support/rpc.ts';
import { plans } from '../support/settings.ts';
import { type TestKey, usageOf } from '../support/test-runtime.ts';
import { expectOwnAnswer } from './authentication.cases.ts';
import type { LocalTarget } from './target.ts';

export function refusedKeyCases(target: () => LocalTarget): void {
  const getHealth = (key: TestKey) => post(target().endpoint('devnet'), key.secret, call('getHealth'));

  /** Without a further request, the key's errors show every refusal. */
  const expectRefused = async (key: TestKey, outcome: string, times = 1) => {
    for (let time = 0; time < times; time += 1) expectOwnAnswer(await getHealth(key), 403, 'Forbidden');
    const { local } = target();
    await local.runtime.drained();
    const { outcomes, records, admitted } = await usageOf(local, key);
    expect(outcomes).toEqual({ ok: 1, [outcome]: times });
    expect(records.map((record) => record.outcome)).toEqual(['ok', ...Array.from({ length: times }, () => outcome)]);
    expect(admitted).toBe(1);
  };

  test('a revoked key is refused on its next request, which is its error and uses no quota', async () => {
    const key = await target().local.newKey();
    expect((await getHealth(key)).status).toBe(200);
    await target().local.revoke(key);
    await expectRefused(key, 'key_revoked', 5);
  });

  test('a path that is no endpoint counts nothing, for a valid key and for a revoked one', async () => {
    const { local } = target();
    const key = await local.newKey();
    const elsewhere = () => post(`${target().endpoint('devnet')}/x`, key.secret, call('getHealth'));
    expectOwnAnswer(await elsewhere(), 404, 'Not Found');
    await local.revoke(key);
    expectOwnAnswer(await elsewhere(), 403, 'Forbidden');
    await local.runtime.drained();
    const { outcomes, records, admitted } = await usageOf(local, key);
    expect({ outcomes, records, admitted }).toEqual({ outcomes: {}, records: [], admitted: 0 });
  });

  test('a key whose account has no active plan is refused on its next request, and accepted once the plan is active', async () => {
    const { local } = target();
    const key = await local.newKey();
    expect((await getHealth(key)).status).toBe(200);
    await local.suspend(key);
    await expectRefused(key, 'plan_inactive', 7);
    await local.resume(key);
    expect((await getHealth(key)).status).toBe(200);
  });

  test('a few requests over a limit are errors of the key at once, each with its own record', async () => {
    const { local } = target();
    const key = await local.newKey();
    const { callsPerSecond } = plans.free.limits;
    const batch = `[${Array.from({ length: callsPerSecond }, () => call('getHealth')).join(',')}]`;
    const refused: string[] = [];
    // A second may end in between.
    while (refused.length < 5) {
      const { status, headers } = await post(target().endpoint('devnet'), key.secret, batch);
      if (status === 429) refused.push(headers['x-request-id'] ?? '');
    }
    await local.runtime.drained();
    const { outcomes, records } = await usageOf(local, key);
    expect(outcomes.rate_limited).toBe(5 * callsPerSecond);
    const recorded = records.filter(({ outcome }) => outcome === 'rate_limited').map(({ requestId }) => requestId);
    expect(recorded.toSorted()).toEqual(refused.toSorted());
  });

  test('a secret is refused after the grace period of its rotation', async () => {
    const { local } = target();
    const key = await local.newKey();
    expect((await getHealth(key)).status).toBe(200);
    await local.directory.update({
      key: secretItemKey(hashSecret(key.secret)),
      update: 'SET #expiresAt = :past',
      names: { '#expiresAt': 'expiresAt' },
      values: { ':past': Date.UTC(2026, 0, 1) },
    });
    await expectRefused(key, 'key_expired');
  });
}
