import { describe, expect, test } from '@jest/globals';
import { keyWarnings } from '../../../../dashboard/layout/notices/key-warnings.ts';

const now = Date.parse('2026-11-20T22:35:00Z');
const key = (name: string, today: number, callsPerDay = 20_000) => ({
  keyId: `key_${name}`,
  name,
  calls: { thisSecond: 0, today, resetsAt: '2026-11-21T00:00:00Z' },
  limits: { callsPerSecond: 10, callsPerDay },
  secrets: [] as { secretId: string; firstCharacters: string; expiresAt: string | null; leakedAt: string | null }[],
});
const titles = (...keys: Parameters<typeof keyWarnings>[0]) => keyWarnings(keys, now).map(({ title }) => title);

describe('before a key is refused', () => {
  test('there is nothing to say below 80 %', () => {
    expect(titles(key('bot', 15_999))).toEqual([]);
  });

  test('the page says at 80 % how much is left, and until when', () => {
    expect(keyWarnings([key('bot', 16_000)], now)).toEqual([
      {
        id: 'nearly-refused',
        title: '“bot” has used 80% of today’s calls',
        text: '16,000 of 20,000. At the limit, its requests are refused until 00:00 UTC, in 1 h 25 min.',
        keyId: 'key_bot',
      },
    ]);
    expect(titles(key('bot', 19_999))).toEqual(['“bot” has used 99% of today’s calls']);
  });

  test('at 100 % and above, as after a smaller plan, it says that the key is refused, and until when', () => {
    expect(titles(key('bot', 20_000))).toEqual(['“bot” is refused until 00:00 UTC, in 1 h 25 min']);
    expect(titles(key('bot', 27_000))).toEqual(['“bot” is refused until 00:00 UTC, in 1 h 25 min']);
    expect(keyWarnings([key('bot', 20_000)], now)[0]?.text).toContain('It has used all of its 20,000 calls of today.');
  });

  test('a key in the place of a spent, revoked one is refused from the start, and the text says why', () => {
    expect(keyWarnings([key('bot', 0, 0)], now)).toMatchObject([
      {
        title: '“bot” is refused until 00:00 UTC, in 1 h 25 min',
        text:
          'The calls of a key that was revoked today count against it, and none are left. A larger plan raises the quota ' +
          'at once.',
      },
    ]);
  });

  test('several keys share a notice, which names three', () => {
    const keys = ['a', 'b', 'c', 'd', 'e'].map((name) => key(name, 20_000));
    const [warning, ...others] = keyWarnings(keys, now);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ title: '5 keys are refused until 00:00 UTC, in 1 h 25 min', keyId: undefined });
    expect(warning?.text).toContain('“a”, “b”, “c” and 2 more have used all of their calls of today.');
    expect(keyWarnings(keys.slice(0, 2), now)[0]?.text).toContain('“a” and “b” have used');
  });

  test('it ends with the day, also before the counters are read again', () => {
    expect(keyWarnings([key('bot', 20_000)], Date.parse('2026-11-21T00:00:00Z'))).toEqual([]);
  });

  test('without counters, as without a plan, nothing is invented', () => {
    expect(titles({ ...key('bot', 20_000), calls: null })).toEqual([]);
    expect(titles({ ...key('bot', 20_000), limits: null })).toEqual([]);
  });
});

test('half a day before an old secret ends, and until it has ended, the page names it', () => {
  const withSecret = (expiresAt: string) => ({
    ...key('bot', 0),
    secrets: [
      { secretId: 'a', firstCharacters: 'slc_new', expiresAt: null, leakedAt: null },
      { secretId: 'b', firstCharacters: 'slc_old', expiresAt, leakedAt: null },
    ],
  });
  expect(keyWarnings([withSecret('2026-11-20T23:35:00Z')], now)).toEqual([
    {
      id: 'secret-ends',
      title: 'The old secret of “bot” stops working in 1 h',
      text: 'Services that still send slc_old… fail then. Give them the new secret.',
      keyId: 'key_bot',
    },
  ]);
  expect(titles(withSecret('2026-11-21T12:00:00Z'))).toEqual([]);
  expect(titles(withSecret('2026-11-20T22:35:00Z'))).toEqual([]);
});

test('until a leaked secret ends, every page says that it is leaked', () => {
  const withSecrets = (...secrets: ReturnType<typeof key>['secrets']) => ({ ...key('bot', 0), secrets });
  const leakedAt = '2026-11-20T22:00:00Z';
  const leaked = { secretId: 'a', firstCharacters: 'slc_leak', expiresAt: null, leakedAt };
  expect(keyWarnings([withSecrets(leaked)], now)).toEqual([
    {
      id: 'leaked',
      title: 'A secret of “bot” is reported as leaked',
      text:
        'Others may know slc_leak… and can use up your quota. Rotate the key, give your services the new secret, and end ' +
        'the old one.',
      keyId: 'key_bot',
    },
  ]);
  const rotated = { secretId: 'b', firstCharacters: 'slc_new', expiresAt: null, leakedAt: null };
  // It still works during the grace period.
  expect(titles(withSecrets(rotated, { ...leaked, expiresAt: '2026-11-21T22:36:00Z' }))).toHaveLength(1);
  expect(titles(withSecrets(rotated, { ...leaked, expiresAt: '2026-11-20T22:35:00Z' }))).toEqual([]);
  expect(titles(withSecrets(rotated))).toEqual([]);
});
