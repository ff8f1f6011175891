import { describe, expect, test } from '@jest/globals';
import { createSrpExchanges, type SrpChallenge } from '../../user-pool/srp.ts';
import { clientAndPoolOf } from '../../user-pool/user-pool-properties.ts';
import type { User } from '../../user-pool/users.ts';
import { definitions } from './pool-template.ts';
import { publicNumber, responsesTo } from './srp-client.ts';

const all = definitions();
const caller = clientAndPoolOf(all, all.clients[0]?.id ?? '');
const poolId = caller.pool.id;
const password = 'Correct-horse-1';
const epoch = Date.UTC(2026, 0, 5, 12);

const userWith = (Username: string, Password = password): User => ({
  Username,
  Password,
  Attributes: [],
  Enabled: true,
  UserStatus: 'CONFIRMED',
  RefreshTokens: [],
  UserCreateDate: new Date(epoch),
  UserLastModifiedDate: new Date(epoch),
});
const user = userWith('45e7723e-e336-42e0-b788-9f42226faf48');

function open() {
  let now = epoch;
  const { begin, prove } = createSrpExchanges(() => now);
  const answer = (challenge: SrpChallenge, changes: { password?: string; time?: number } = {}) => {
    const responses = responsesTo({ poolId, password, time: now, challenge, ...changes });
    const { PASSWORD_CLAIM_SECRET_BLOCK, PASSWORD_CLAIM_SIGNATURE, TIMESTAMP } = responses;
    return {
      secretBlock: PASSWORD_CLAIM_SECRET_BLOCK ?? '',
      proof: PASSWORD_CLAIM_SIGNATURE ?? '',
      timestamp: TIMESTAMP ?? '',
    };
  };
  const wait = (milliseconds: number) => {
    now += milliseconds;
  };
  return { begin, prove, answer, wait, challenge: () => begin(caller, 'a@b.example', user, publicNumber) };
}

describe('an exchange', () => {
  test('ends well for who knows the password', () => {
    const { prove, answer, challenge } = open();
    expect(prove(caller, user, answer(challenge()))).toBe(true);
  });

  test('ends well over and over, whatever the numbers', () => {
    const { prove, answer, challenge } = open();
    const results = Array.from({ length: 20 }, () => prove(caller, user, answer(challenge())));
    expect(results).toEqual(Array(20).fill(true));
  });

  test('ends badly with another password', () => {
    const { prove, answer, challenge } = open();
    expect(prove(caller, user, answer(challenge(), { password: 'Correct-horse-2' }))).toBe(false);
  });

  test('ends badly when the password has been changed meanwhile', () => {
    const { prove, answer, challenge } = open();
    expect(prove(caller, userWith(user.Username, 'Battery-staple-2'), answer(challenge()))).toBe(false);
  });

  test('ends badly for another user, nobody, or another client', () => {
    const { prove, answer, challenge } = open();
    expect(prove(caller, userWith('another'), answer(challenge()))).toBe(false);
    expect(prove(caller, undefined, answer(challenge()))).toBe(false);
    const other = { ...caller, client: { ...caller.client, id: 'other' } };
    expect(prove(other, user, answer(challenge()))).toBe(false);
  });

  test('is answered once, rightly or wrongly', () => {
    const { prove, answer, challenge } = open();
    const right = answer(challenge());
    expect([prove(caller, user, right), prove(caller, user, right)]).toEqual([true, false]);
    const second = challenge();
    expect(prove(caller, user, { ...answer(second), proof: 'bm90aGluZw==' })).toBe(false);
    expect(prove(caller, user, answer(second))).toBe(false);
  });

  test('is of this pool: a secret block of its own making is worth nothing', () => {
    const { prove, answer, challenge } = open();
    const made = { ...challenge(), SECRET_BLOCK: Buffer.from('made up').toString('base64') };
    expect(prove(caller, user, answer(made))).toBe(false);
  });

  test('lasts three minutes', () => {
    const { prove, answer, challenge, wait } = open();
    const [first, second] = [challenge(), challenge()];
    wait(3 * 60_000);
    expect(prove(caller, user, answer(first))).toBe(true);
    wait(1);
    expect(prove(caller, user, answer(second))).toBe(false);
  });

  test('allows for a clock that is five minutes off, and no more', () => {
    const { prove, answer, challenge } = open();
    const proven = (difference: number) => prove(caller, user, answer(challenge(), { time: epoch + difference }));
    expect([-301_000, -300_000, 300_000, 301_000].map(proven)).toEqual([false, true, true, false]);
  });

  test.each(['2026-01-05T12:00:00Z', 'Mon Jan 5 12:00:00 CET 2026', ''])('refuses the timestamp %j', (timestamp) => {
    const { prove, answer, challenge } = open();
    const message = 'TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.';
    const refusal = expect.objectContaining({ code: 'InvalidParameterException', message });
    expect(() => prove(caller, user, { ...answer(challenge()), timestamp })).toThrow(refusal);
  });

  test.each(['', '0', 'not hexadecimal', 'f'.repeat(769)])('refuses the public number %j', (digits) => {
    const refusal = expect.objectContaining({ code: 'InvalidParameterException' });
    expect(() => open().begin(caller, 'a@b.example', user, digits)).toThrow(refusal);
  });
});

describe('a name that nobody has', () => {
  const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

  test('gets a challenge like any, with the same salt and id each time', () => {
    const { begin, challenge } = open();
    const [first, second] = [1, 2].map(() => begin(caller, 'nobody@b.example', undefined, publicNumber));
    expect(first).toMatchObject({ USER_ID_FOR_SRP: expect.stringMatching(uuid), SALT: second?.SALT });
    expect(first?.USER_ID_FOR_SRP).toBe(second?.USER_ID_FOR_SRP);
    expect(Object.keys(first ?? {}).sort()).toEqual(Object.keys(challenge()).sort());
    expect(begin(caller, 'other@b.example', undefined, publicNumber).SALT).not.toBe(first?.SALT);
  });

  test('proves nothing', () => {
    const { begin, prove, answer } = open();
    expect(prove(caller, undefined, answer(begin(caller, 'nobody@b.example', undefined, publicNumber)))).toBe(false);
  });
});
