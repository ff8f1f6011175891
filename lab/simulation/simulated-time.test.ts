import { describe, expect, test } from '@jest/globals';
import { seededRandom } from '../bench/statistics.ts';
import { SimulatedTime } from './simulated-time.ts';

describe('simulated time', () => {
  test('events run in the order of their times, and of their scheduling at equal times', async () => {
    const random = seededRandom(1);
    const time = new SimulatedTime(1_000);
    const ran: { at: number; order: number }[] = [];
    const planned: { at: number; order: number }[] = [];
    const schedule = (ms: number) => {
      const event = { at: time.now + ms, order: planned.length };
      planned.push(event);
      time.after(ms, () => {
        ran.push({ at: time.now, order: event.order });
        // Events also schedule events.
        if (random() < 0.3) schedule(Math.floor(random() * 20));
      });
    };
    for (let count = 0; count < 1_000; count += 1) schedule(Math.floor(random() * 100));
    await time.run();
    expect(ran).toEqual(planned.toSorted((one, other) => one.at - other.at || one.order - other.order));
  });

  test('everything that waits for an event continues before the next event', async () => {
    const time = new SimulatedTime(0);
    const log: string[] = [];
    const wait = async () => {
      await time.pause(1);
      for (let step = 0; step < 50; step += 1) await Promise.resolve();
      log.push(`waited until ${time.now}`);
    };
    const waited = wait();
    time.after(1, () => void log.push('next event'));
    await time.run();
    await waited;
    expect(log).toEqual(['waited until 1', 'next event']);
  });

  test('runs until a time, and then on', async () => {
    const time = new SimulatedTime(0);
    const ran: number[] = [];
    for (const ms of [5, 10, 15]) time.after(ms, () => void ran.push(ms));
    await time.run(10);
    expect([ran, time.now]).toEqual([[5, 10], 10]);
    await time.run();
    expect([ran, time.now]).toEqual([[5, 10, 15], 15]);
  });
});
