import { expect, test } from '@jest/globals';
import { secretItemKey } from '../../src/directory/secret-item.ts';
import { hashSecret } from '../../src/keys/secret.ts';
import { call, post } from '../support/rpc.ts';
import { type TestKey, usageOf } from '../support/test-runtime.ts';
import { expectOwnAnswer } from './authentication.cases.ts';
import type { LocalTarget } from './target.ts';

export function refusedKeyCases(target: () => LocalTarget): void {
  const getHealth = (key: TestKey) => post(target().endpoint('devnet'), key.secret, call('getHealth'));

  const expectRefused = async (key: TestKey, outcome: string) => {
    expectOwnAnswer(await getHealth(key), 403, 'Forbidden');
    const { local } = target();
    await local.runtime.drained();
    const { outcomes, records, admitted } = await usageOf(local, key);
    expect(outcomes).toEqual({ ok: 1, [outcome]: 1 });
    expect(records.map((record) => record.outcome)).toEqual(['ok', outcome]);
    expect(admitted).toBe(1);
  };

  test('a revoked key is refused on its next request, which is its error and uses no quota', async () => {
    const key = await target().local.newKey();
    expect((await getHealth(key)).status).toBe(200);
    await target().local.revoke(key);
    await expectRefused(key, 'key_revoked');
  });

  test('a path that is no endpoint counts nothing, for a valid key and for a revoked one', async () => {
    const { local } = target();
    const key = await local.newKey();
    const elsewhere = () => post(`${target().endpoint('devnet')}/x`, key.secret, call('getHealth'));
    expectOwnAnswer(await elsewhere(), 404, 'Not Found');
    await local.revoke(key);
    expectOwnAnswer(await elsewhere(), 403, 'Forbidden');
    await local.runtime.drained();
    expect(await usageOf(local, key)).toMatchObject({ outcomes: {}, records: [], admitted: 0 });
  });

  test('a key whose account has no active plan is refused on its next request, and accepted once the plan is active', async () => {
    const { local } = target();
    const key = await local.newKey();
    expect((await getHealth(key)).status).toBe(200);
    await local.suspend(key);
    await expectRefused(key, 'plan_inactive');
    await local.resume(key);
    expect((await getHealth(key)).status).toBe(200);
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
