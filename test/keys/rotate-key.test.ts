import { beforeEach, describe, expect, test } from '@jest/globals';
import { resumeAccount, suspendAccount } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import type { Key } from '../../src/directory/directory-items.ts';
import { findAccount, listKeys } from '../../src/directory/directory-reads.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { rotateKey } from '../../src/keys/rotate-key.ts';
import { hashSecret, isWellFormedSecret } from '../../src/keys/secret.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { byCustomer, byOperator, customer } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { plans } from '../support/settings.ts';
import { authorizationOf } from './authorization.ts';
import { newKey, withSecret } from './new-key.ts';

const start = Date.UTC(2026, 10, 20, 14, 25, 36, 789);
const hour = 3_600_000;
let now: number;
const clock = () => now;

let directory: Directory;
let key: Key;
let secret: string;

const rotate = async (graceHours: number) =>
  (await withSecret(rotateKey({ directory, clock }, byCustomer('acme'), key.keyId, graceHours))).secret;
/** Without the end of a grace period, with which the proxy stops to expect the secret. */
async function authorization(one: string, at = now): Promise<object | string> {
  const said = await authorizationOf(directory, one, () => at);
  if (typeof said === 'string') return said;
  const { expiresAt: _, ...identity } = said;
  return identity;
}

beforeEach(async () => {
  now = start;
  directory = await emptyDirectory();
  await registerAccount({ directory, clock }, { accountId: 'acme', email: 'a@b.example', planId: 'free' }, customer);
  ({ key, secret } = await newKey(directory, 'acme', 'production', clock));
});

const works = () => ({ keyId: key.keyId, accountId: 'acme', planId: 'free' });

describe('rotating a key', () => {
  test('returns a new secret and stores only its hash and first characters', async () => {
    const rotated = await withSecret(rotateKey({ directory, clock }, byCustomer('acme'), key.keyId, 24));
    expect(isWellFormedSecret(rotated.secret)).toBe(true);
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.key).toEqual({
      ...key,
      secrets: [
        { hash: hashSecret(rotated.secret), firstCharacters: rotated.secret.slice(0, 8) },
        { ...key.secrets[0], expiresAt: start + 24 * hour, graceHours: 24 },
      ],
    });
    expect(await listKeys(directory, 'acme')).toEqual([rotated.key]);
  });

  test('with a grace period lets both secrets work until its end, then only the new one', async () => {
    const next = await rotate(1);
    for (const at of [start, start + hour - 1]) {
      expect(await authorization(secret, at)).toEqual(works());
      expect(await authorization(next, at)).toEqual(works());
    }
    expect(await authorization(secret, start + hour)).toBe('key_expired');
    expect(await authorization(next, start + hour)).toEqual(works());
  });

  test('accepts a grace period of up to 168 hours', async () => {
    await rotate(168);
    expect(await authorization(secret, start + 168 * hour - 1)).toEqual(works());
    expect(await authorization(secret, start + 168 * hour)).toBe('key_expired');
  });

  test('without a grace period refuses the old secret at once, even if the authorizer’s clock is slow', async () => {
    const rotated = await withSecret(rotateKey({ directory, clock }, byCustomer('acme'), key.keyId, 0));
    expect(rotated.key.secrets).toHaveLength(1);
    expect(await authorization(secret, start - 5_000)).toBe('key_expired');
    expect(await authorization(rotated.secret)).toEqual(works());
  });

  test('again during a grace period replaces the newest secret, and the original works until the promised end', async () => {
    const second = await rotate(24);
    now += hour;
    const third = await rotate(24);
    for (const at of [now, start + 24 * hour - 1]) expect(await authorization(secret, at)).toEqual(works());
    expect(await authorization(secret, start + 24 * hour)).toBe('key_expired');
    expect(await authorization(second)).toBe('key_expired');
    expect(await authorization(third)).toEqual(works());
  });

  test('again during a grace period with another one is refused with its end, and changes nothing', async () => {
    const second = await rotate(24);
    for (const other of [1, 23, 25, 168]) {
      await expect(rotate(other)).rejects.toMatchObject({ code: 'grace_running', graceEndsAt: start + 24 * hour });
    }
    expect([await authorization(secret), await authorization(second)]).toEqual([works(), works()]);
  });

  test('again during a grace period with 0 ends every older secret at once', async () => {
    const second = await rotate(24);
    const third = await rotate(0);
    expect([await authorization(secret), await authorization(second)]).toEqual(['key_expired', 'key_expired']);
    expect(await authorization(third)).toEqual(works());
  });

  test('again after the grace period starts another one', async () => {
    const second = await rotate(1);
    now += hour;
    await rotate(3);
    expect([await authorization(secret), await authorization(second)]).toEqual(['key_expired', works()]);
  });

  // Each letter is one more request, whose answer is lost, with the same or with another Idempotency-Key.
  test.each(['s', 'o', 'ss', 'so', 'os', 'oo', 'sos', 'oso', 'oos', 'soo', 'ooo'])(
    'whose answers are lost, repeated as %s, leaves the original secret its promised grace period',
    async (repetitions) => {
      const requests = `s${repetitions}`;
      for (const [index, letter] of [...requests].entries()) {
        const idempotency = { key: letter === 's' ? 'same' : `other ${index}`, request: 'rotate' };
        await rotateKey({ directory, clock }, byCustomer('acme', idempotency), key.keyId, 24);
        now += hour;
      }
      const last = await rotate(24);
      expect(await authorization(secret, start + 24 * hour - 1)).toEqual(works());
      expect(await authorization(secret, start + 24 * hour)).toBe('key_expired');
      expect(await authorization(last)).toEqual(works());
    },
  );

  test('keeps the last 100 ended secrets as known ones, and forgets older ones', async () => {
    const made = [secret];
    for (let round = 0; round < 102; round += 1) made.push(await rotate(0));
    const results = await Promise.all(made.map((one) => authorization(one)));
    const expired = Array.from({ length: 100 }, () => 'key_expired');
    expect(results).toEqual(['unknown', 'unknown', ...expired, works()]);
  });

  test('never lists more than two secrets, and removes expired ones', async () => {
    for (const grace of [1, 2, 168, 0, 1]) {
      await rotate(grace);
      now += 2 * hour;
    }
    const last = await rotate(2);
    const [listed] = await listKeys(directory, 'acme');
    expect(listed?.secrets.map(({ expiresAt }) => expiresAt)).toEqual([undefined, now + 2 * hour]);
    expect(listed?.secrets[0]?.hash).toBe(hashSecret(last));
  });

  test('of a suspended account’s key returns a secret that works once the account is resumed', async () => {
    await suspendAccount({ directory, clock }, byOperator('acme'));
    const next = await rotate(1);
    expect([await authorization(secret), await authorization(next)]).toEqual(['plan_inactive', 'plan_inactive']);
    await resumeAccount({ directory, clock }, byOperator('acme'));
    expect([await authorization(secret), await authorization(next)]).toEqual([works(), works()]);
  });

  test('five times concurrently leaves two working secrets, the original and the last', async () => {
    const made = [secret, ...(await Promise.all([1, 1, 1, 1, 1].map(rotate)))];
    const working: string[] = [];
    for (const one of made) if (typeof (await authorization(one)) !== 'string') working.push(hashSecret(one));
    const [listed] = await listKeys(directory, 'acme');
    expect(working.toSorted()).toEqual(listed?.secrets.map(({ hash }) => hash).toSorted());
    expect(working).toHaveLength(2);
    expect(working).toContain(hashSecret(secret));
  });

  test('concurrently with its revocation leaves no working secret', async () => {
    for (let round = 0; round < 8; round += 1) {
      const other = await newKey(directory, 'acme', `round ${round}`, clock);
      const [rotated] = await Promise.allSettled([
        withSecret(rotateKey({ directory, clock }, byCustomer('acme'), other.key.keyId, 24)),
        revokeKey({ directory, plans, clock }, byCustomer('acme'), other.key.keyId),
      ]);
      expect(await authorization(other.secret)).toBe('key_revoked');
      if (rotated.status === 'fulfilled') expect(await authorization(rotated.value.secret)).toBe('key_revoked');
      else expect(rotated.reason).toMatchObject({ code: 'key_revoked' });
    }
  });
});

describe('a rotation is refused, and changes nothing,', () => {
  const refusals: [string, () => Promise<unknown>, string, string][] = [
    ['with a grace period of half an hour', () => rotate(0.5), 'GraceError', 'invalid_grace'],
    ['with a grace period of 169 hours', () => rotate(169), 'GraceError', 'invalid_grace'],
    ['with a negative grace period', () => rotate(-1), 'GraceError', 'invalid_grace'],
    ['with NaN', () => rotate(Number.NaN), 'GraceError', 'invalid_grace'],
    [
      'for an unknown key',
      () => withSecret(rotateKey({ directory, clock }, byCustomer('acme'), 'key_none', 0)),
      'KeyNotFoundError',
      'key_not_found',
    ],
    [
      'for another account’s key',
      async () => {
        await registerAccount(
          { directory, clock },
          { accountId: 'rival', email: 'r@b.example', planId: 'free' },
          customer,
        );
        return withSecret(rotateKey({ directory, clock }, byCustomer('rival'), key.keyId, 0));
      },
      'KeyNotFoundError',
      'key_not_found',
    ],
    [
      'for an unknown account',
      () => withSecret(rotateKey({ directory, clock }, byCustomer('unknown'), key.keyId, 0)),
      'AccountNotFoundError',
      'account_not_found',
    ],
  ];

  test.each(refusals)('%s', async (_, attempt, name, code) => {
    await expect(attempt()).rejects.toMatchObject({ name, code });
    expect(await listKeys(directory, 'acme')).toEqual([key]);
    expect((await findAccount(directory, 'acme')).version).toBe(2);
    expect(await authorization(secret)).toEqual(works());
  });

  test('for a revoked key', async () => {
    const revoked = await revokeKey({ directory, plans, clock }, byCustomer('acme'), key.keyId);
    await expect(rotate(24)).rejects.toMatchObject({ name: 'KeyRevokedError', code: 'key_revoked' });
    expect(await listKeys(directory, 'acme')).toEqual([revoked]);
  });
});
