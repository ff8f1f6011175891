import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromTimeText, toTimeText } from '../../../dashboard/format/time-text.ts';
import { localTimeZone } from '../../../dashboard/format/time-zone.ts';

const wholeSecond = fc
  .integer({ min: Date.UTC(2000, 0) / 1_000, max: Date.UTC(2100, 0) / 1_000 })
  .map((second) => second * 1_000);

describe('the text of a date-time field', () => {
  test('is in ISO order, without zero seconds', () => {
    expect(toTimeText(Date.UTC(2026, 2, 4, 5, 6, 7), 'UTC')).toBe('2026-03-04 05:06:07');
    expect(toTimeText(Date.UTC(2026, 2, 4, 5, 6), 'UTC')).toBe('2026-03-04 05:06');
  });

  test('is in the given zone', () => {
    const at = new Date(2026, 6, 4, 5, 6).getTime();
    expect(toTimeText(at, 'local')).toBe('2026-07-04 05:06');
    expect(fromTimeText('2026-07-04 05:06', 'local')).toBe(at);
    expect(fromTimeText('2026-07-04 05:06', 'UTC')).toBe(Date.UTC(2026, 6, 4, 5, 6));
  });

  test('survives a round trip to the second', () => {
    fc.assert(fc.property(wholeSecond, (at) => fromTimeText(toTimeText(at, 'UTC'), 'UTC') === at));
  });

  test('survives a round trip in a local zone, apart from the hour that comes twice when summer time ends', () => {
    const zone = localTimeZone();
    fc.assert(
      fc.property(wholeSecond, (at) =>
        [0, 3_600_000].includes(Math.abs((fromTimeText(toTimeText(at, zone), zone) ?? 0) - at)),
      ),
    );
  });

  test.each([
    ['2026-11-20', Date.UTC(2026, 10, 20)],
    ['2026-1-5 3:04', Date.UTC(2026, 0, 5, 3, 4)],
    [' 2026-11-20T17:20:05 ', Date.UTC(2026, 10, 20, 17, 20, 5)],
  ])('%j is read', (text, at) => expect(fromTimeText(text, 'UTC')).toBe(at));

  test.each([
    '',
    '2026',
    '2026-11',
    '2026-13-01',
    '2026-02-31',
    '2026-11-20 25:00',
    '2026-11-20 17:60',
    '11/20/2026',
    '20.11.2026',
  ])('%j is not a time', (text) => expect(fromTimeText(text, 'UTC')).toBeUndefined());
});
