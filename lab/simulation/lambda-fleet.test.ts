import { describe, expect, test } from '@jest/globals';
import { seededRandom } from '../bench/statistics.ts';
import { type EnvironmentChoice, LambdaFleet } from './lambda-fleet.ts';
import { SimulatedTime } from './simulated-time.ts';

/** Environments that are numbered in the order of their starts, which take 100 ms. */
function makeFleet(choice: EnvironmentChoice, most = 100) {
  const time = new SimulatedTime(0);
  const used: number[] = [];
  let started = 0;
  const start = async () => {
    started += 1;
    const number = started;
    await time.pause(100);
    return number;
  };
  const fleet = new LambdaFleet({ choice, most, random: seededRandom(1), start });
  const serveFor = (ms: number) =>
    fleet.use(async (environment) => {
      used.push(environment);
      await time.pause(ms);
    });
  return { time, fleet, used, serveFor, started: () => started };
}

describe('the environments of a function', () => {
  test('each serves one request at a time, and a request waits for the start of a new one', async () => {
    const { time, fleet, used, serveFor } = makeFleet('last used');
    const both = [serveFor(10), serveFor(10)];
    await time.run(99);
    expect(used).toEqual([]);
    await time.run();
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(used).toEqual([1, 2]);
    expect(fleet.mostBusy).toBe(2);
  });

  test('the one that was used last serves the next request', async () => {
    const { time, fleet, used, serveFor, started } = makeFleet('last used');
    const warm = fleet.warmUp(5);
    await time.run();
    await warm;
    for (const ms of [30, 20, 10]) void serveFor(ms);
    await time.run();
    // The request of 30 ms ended last.
    const lastToEnd = used[0];
    for (let request = 0; request < 5; request += 1) {
      void serveFor(1);
      await time.run();
    }
    expect(used.slice(3)).toEqual(Array(5).fill(lastToEnd));
    expect(started()).toBe(5);
  });

  test('or any of them, at random', async () => {
    const { time, fleet, used, serveFor } = makeFleet('random');
    const warm = fleet.warmUp(5);
    await time.run();
    await warm;
    for (let request = 0; request < 1_000; request += 1) {
      void serveFor(1);
      await time.run();
    }
    const counts = [1, 2, 3, 4, 5].map((number) => used.filter((environment) => environment === number).length);
    for (const count of counts) expect(Math.abs(count - 200)).toBeLessThan(60);
  });

  test('beyond the most environments, requests are not served', async () => {
    const { time, serveFor } = makeFleet('last used', 2);
    const three = [serveFor(10), serveFor(10), serveFor(10)];
    await time.run();
    expect(await Promise.all(three)).toEqual([true, true, false]);
  });
});
