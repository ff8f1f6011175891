const mostSteps = 5;
const niceSteps = [1, 2, 2.5, 5, 10];

type ValueTicksOptions = {
  /** Whether values are counts, so that ticks are whole numbers. */
  readonly isWhole?: boolean;
};

/** The ticks of an axis of values: from 0, in equal steps, to the first one that is not below the highest value. */
export function valueTicks(peak: number, { isWhole = false }: ValueTicksOptions = {}): number[] {
  if (peak <= 0) return [0, 1];
  const least = isWhole ? Math.max(1, peak / mostSteps) : peak / mostSteps;
  const power = 10 ** Math.floor(Math.log10(least));
  const isNice = (step: number) => step >= least && !(isWhole && step % 1 !== 0);
  const step = niceSteps.map((factor) => factor * power).find(isNice) ?? 10 * power;
  const ticks = Array.from({ length: mostSteps + 2 }, (_, index) => exact(index * step));
  return ticks.slice(0, ticks.findIndex((tick) => tick >= peak) + 1);
}

/** Without the last digits of binary fractions: 0.30000000000000004 is 0.3. */
const exact = (value: number): number => Number(value.toPrecision(12));
