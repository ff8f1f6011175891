import { afterEach, expect, test } from '@jest/globals';
import { chooseTimeZone, localTimeZone, shownTimeZone } from '../../../dashboard/format/time-zone.ts';
import { formatAbsolute } from '../../../dashboard/format/times.ts';

afterEach(() => chooseTimeZone('utc'));

test('times are shown in UTC until the user chooses local time, also without storage', () => {
  expect(shownTimeZone()).toBe('UTC');
  expect(formatAbsolute(Date.UTC(2026, 10, 20, 17, 20, 5))).toBe('20 Nov 2026, 17:20:05 UTC');
  chooseTimeZone('local');
  expect(shownTimeZone()).toBe(localTimeZone());
});

test('a time can be shown in a given zone', () => {
  expect(formatAbsolute(Date.UTC(2026, 6, 20, 17, 20, 5), 'Asia/Tokyo')).toMatch(/^21 Jul 2026, 02:20:05 /);
});
