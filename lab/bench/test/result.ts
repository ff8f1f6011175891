import type { Result } from '../results.ts';

/** A run that found one figure, begun at noon, but for what is said otherwise. */
export const resultOf = (changes: Partial<Result> = {}): Result => ({
  title: 'A title',
  measures: 'What it measures.',
  commit: '0123abcd',
  date: '2026-11-20T12:00:00.000Z',
  command: 'npm run lab -- bench one',
  machine: { cores: 2, cpu: 'A processor', node: 'v24.0.0', load: 0.5 },
  figures: [{ name: 'a figure', unit: 'ms', median: 2, rounds: [1, 2, 3] }],
  ...changes,
});

export const figure = (name: string, median: number) => ({ name, unit: 'units', median, rounds: [median] });
