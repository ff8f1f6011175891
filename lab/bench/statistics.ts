/** The middle one of some figures; of an even count, the lower of the two. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The smallest of some figures that at least this share of them, from 0 to 1, do not exceed (nearest rank). */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Each figure against the other of its round. */
export const ratios = (figures: readonly number[], others: readonly number[]): number[] =>
  figures.map((figure, round) => figure / (others[round] ?? Number.NaN));

/** Numbers from 0 to below 1 that look random and are the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws from a log-normal distribution (Box and Muller's method), in whole numbers. */
export const logNormal =
  (median: number, sigma: number, random: () => number): (() => number) =>
  () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.round(median * Math.exp(sigma * normal));
  };

/** Takes one of some values at random each time. */
export function picker<T>(values: readonly T[], random: () => number): () => T {
  return () => {
    const picked = values[Math.floor(random() * values.length)];
    if (picked === undefined) throw new RangeError('There is nothing to pick from.');
    return picked;
  };
}
