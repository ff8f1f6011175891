import { table } from '../markdown.ts';
import { numeral } from '../numeral.ts';
import { seededRandom } from '../random.ts';
import { figuresOf } from '../simulation/hot-key/figures.ts';
import { simulate } from '../simulation/hot-key/simulate.ts';

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

/** How far the one item that counts a key's calls carries: calls at 90 % of each limit, from 100 processes. */
export function hotKeyTable(): string {
  const rows = [500, 800, 1_000, 1_200, 1_500, 2_000].map((limit) => {
    // Long enough before it counts that the item has used up the burst that it begins with.
    const load = { perSecond: limit * 0.9, seconds: 10, warmUp: 15, processes: 100 };
    const figures = figuresOf(simulate({ limit, random: seededRandom(1), load }), limit);
    const { admittedPerSecond, wronglyRefused, waitMs } = figures;
    return [numeral(limit), numeral(limit * 0.9), numeral(admittedPerSecond), percent(wronglyRefused), numeral(waitMs)];
  });
  return table(['limit', 'calls/s', 'admitted/s', 'wrongly refused', 'wait, 99th percentile, ms'], rows);
}
