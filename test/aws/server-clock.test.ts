import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ServerClock } from '../../src/aws/server-clock.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const header = (at: number) => new Date(at).toUTCString();

/** A wrong clock, a service with the true time, and answers that take time. */
function world(aheadMs: number) {
  const time = { now: noon, aheadMs };
  const clock = new ServerClock(() => time.now + time.aheadMs);
  const ask = ({
    toMs = 5,
    backMs = 5,
    date = header,
  }: {
    toMs?: number;
    backMs?: number;
    date?: (at: number) => string;
  } = {}) => {
    const sentAt = time.now + time.aheadMs;
    time.now += toMs;
    const answer = date(time.now);
    time.now += backMs;
    clock.adjust(answer, sentAt);
  };
  return { time, clock, ask, offBy: () => clock.now() - time.now };
}

describe('the clock of a process', () => {
  test.each([600_000, -600_000, 3_100, -3_100])('that is off by %s ms is corrected by the first answer', (aheadMs) => {
    const { ask, offBy } = world(aheadMs);
    ask();
    expect(Math.abs(offBy())).toBeLessThanOrEqual(520);
  });

  test.each([0, 1_900, -1_900])('that is off by %s ms is left alone', (aheadMs) => {
    const { time, ask, offBy } = world(aheadMs);
    for (let asked = 0; asked < 50; asked += 1) {
      ask({ toMs: 137, backMs: 71 });
      time.now += 93;
      expect(offBy()).toBe(aheadMs);
    }
  });

  test.each([
    ['is missing', undefined],
    ['cannot be read', 'soon'],
    ['is empty', ''],
    ['is more than fifteen minutes off: the signature would have been refused', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ['is more than fifteen minutes ahead', header(noon + 16 * 60_000)],
  ])('is not corrected if the Date %s', (_, date) => {
    const { clock, time } = world(0);
    clock.adjust(date, noon);
    expect(clock.now()).toBe(time.now);
  });

  test('remembers the Date of the last answer, unless that is absurd', () => {
    const { clock, ask } = world(0);
    expect(clock.lastDate).toBeUndefined();
    ask();
    const first = clock.lastDate;
    expect(first).toBe(Date.parse(header(noon + 5)));
    ask({ date: () => 'Thu, 01 Jan 1970 00:00:00 GMT' });
    expect(clock.lastDate).toBe(first);
  });

  test('is no longer corrected when it is right again', () => {
    const { time, ask, offBy } = world(600_000);
    ask();
    time.aheadMs = 40;
    ask();
    expect(offBy()).toBe(40);
  });

  test('is not corrected by an answer that a frozen process reads minutes later', () => {
    const { ask, offBy } = world(0);
    ask({ backMs: 500_000 });
    expect(offBy()).toBe(0);
  });

  test('that is set back during a request is corrected by its answer', () => {
    const { time, clock, offBy } = world(0);
    const sentAt = time.now;
    time.aheadMs = -300_000;
    clock.adjust(header(time.now), sentAt);
    expect(Math.abs(offBy())).toBeLessThanOrEqual(520);
  });

  test('is right within 3.2 s after an answer, whatever its jumps, and never corrected for less than 2 s', () => {
    const jump = fc.record({
      aheadMs: fc.oneof(fc.integer({ min: -400_000, max: 400_000 }), fc.integer({ min: -4_000, max: 4_000 })),
      toMs: fc.nat(100),
      backMs: fc.nat(100),
      restMs: fc.nat(5_000),
    });
    fc.assert(
      fc.property(fc.array(jump, { minLength: 1, maxLength: 20 }), (jumps) => {
        const { time, ask, offBy } = world(0);
        for (const { aheadMs, restMs, ...travel } of jumps) {
          time.aheadMs = aheadMs;
          const before = offBy();
          ask(travel);
          expect(Math.abs(offBy())).toBeLessThanOrEqual(3_200);
          if (Math.abs(before) <= 2_000) expect(offBy()).toBe(before);
          const settled = offBy();
          time.now += restMs;
          if (Math.abs(settled) <= 2_000) {
            ask(travel);
            expect(offBy()).toBe(settled);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
