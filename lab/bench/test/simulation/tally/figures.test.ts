import { describe, expect, test } from '@jest/globals';
import { figuresOf } from '../../../scale/tally-simulation.ts';

const record = (at: number) => ({ at, counter: 0 });

describe('the lag', () => {
  const came = [record(0), record(1_000), record(9_000), record(9_500)];
  const batch = { writes: 2 };

  test('is counted for each record, from its write until its batch was done', () => {
    const batches = [
      { ...batch, records: 2, startedAt: 6_000, doneAt: 7_000 },
      { ...batch, records: 2, startedAt: 9_500, doneAt: 10_000 },
    ];
    const figures = figuresOf(came, batches, 5);
    expect(figures.lag).toEqual({ half: 1, most: 6, worst: 7 });
    expect(figures).toMatchObject({ busy: 0.15, writesPerRecord: 1, caughtUpAt: 7 });
  });

  test('that was never long needs no catching up', () => {
    const batches = [
      { ...batch, records: 2, startedAt: 1_000, doneAt: 2_000 },
      { ...batch, records: 2, startedAt: 9_500, doneAt: 10_000 },
    ];
    expect(figuresOf(came, batches, 5).caughtUpAt).toBe(0);
  });
});
