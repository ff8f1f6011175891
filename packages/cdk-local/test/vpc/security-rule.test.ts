import { expect, test } from '@jest/globals';
import { containsRange, isRange } from '../../vpc/security-rule.ts';

/** Random numbers that are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const textOf = (address: number): string => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
const firstOf = (address: number, length: number): number =>
  length === 0 ? 0 : (address & (-1 << (32 - length))) >>> 0;

test('a block contains another exactly if it contains its first and its last address', () => {
  const below = numbers(7);
  const counts = { yes: 0, no: 0 };
  for (let round = 0; round < 5_000; round++) {
    const [outer, inner] = [below(33), below(33)];
    const address = below(2 ** 32);
    // Often a neighbour: random blocks seldom meet.
    const other = (address ^ (below(2) * (1 << below(32)))) >>> 0;
    const first = firstOf(other, inner);
    const last = first + 2 ** (32 - inner) - 1;
    const lowest = firstOf(address, outer);
    const expected = lowest <= first && last <= lowest + 2 ** (32 - outer) - 1;
    expect([
      textOf(address),
      outer,
      textOf(other),
      inner,
      containsRange(`${textOf(address)}/${outer}`, `${textOf(other)}/${inner}`),
    ]).toEqual([textOf(address), outer, textOf(other), inner, expected]);
    counts[expected ? 'yes' : 'no']++;
  }
  expect(Math.min(counts.yes, counts.no)).toBeGreaterThan(500);
});

test.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0/8', 'fc00::/129', 'node.internal', '10.0.0.0/8/8', ''])(
  '%j is not a block',
  (text) => {
    expect(isRange(text)).toBe(false);
  },
);

test.each(['10.0.0.0/8', '10.0.0.1', 'fc00::/7', '::1', '0.0.0.0/0'])('%s is a block or an address', (text) => {
  expect(isRange(text)).toBe(true);
});
