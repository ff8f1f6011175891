import { billedMs, gbSeconds, slowed, type Work, workOf } from '../../../src/cost/billed-durations.ts';
import type { Deployment } from '../../../src/cost/deployment.ts';
import { dollars, prices } from '../../../src/cost/prices.ts';
import type { ShapeFigures } from '../../../src/cost/shape-figures.ts';
import { usualCall } from '../../../src/cost/shapes.ts';
import { table } from '../report-format.ts';
import { cents } from './cost-format.ts';

/** Sizes to choose from, in MB; below 256 MB the proxy has no room for the largest answers. */
const sizes = [128, 256, 512, 1_024, 1_769];

/** A size is good enough when an event takes little longer than with the most, and a cold start is hardly noticed. */
const tolerated = { laterMs: 2, coldMs: 200 };

/** What a function costs with some memory: ms of a warm event, ms of processor time of a cold start, $ per million. */
export type Choice = {
  readonly memory: number;
  readonly milliseconds: number;
  readonly coldMs: number;
  readonly dollars: number;
};

/** What each size of memory would mean for a function. */
export const choices = (work: Work, coldMs: number): Choice[] =>
  sizes.map((memory) => ({
    memory,
    milliseconds: work.waitMs + slowed(work.cpuMs, memory),
    coldMs: slowed(coldMs, memory),
    dollars: dollars(prices.lambdaTime, gbSeconds(billedMs(work, memory) * 1e6, memory)),
  }));

/** The cheapest of the sizes that are good enough. */
export function best(candidates: readonly Choice[]): Choice | undefined {
  const fastest = Math.min(...candidates.map(({ milliseconds }) => milliseconds));
  const [cheapest] = candidates
    .filter(({ milliseconds, coldMs }) => milliseconds <= fastest + tolerated.laterMs && coldMs <= tolerated.coldMs)
    .toSorted((one, other) => one.dollars - other.dollars);
  return cheapest;
}

/** What each size of memory would mean for authorizer and proxy. */
export function memoryTable(figures: ShapeFigures, { functions }: Deployment): string {
  const work = workOf(figures, usualCall);
  return (['authorizer', 'proxy'] as const)
    .map((name) => {
      const candidates = choices(work[name], figures.coldMs[name]);
      const chosen = best(candidates);
      const row = (choice: Choice) => [
        `${choice.memory} MB${choice === chosen ? ', best' : ''}${choice.memory === functions[name].memory ? ', deployed' : ''}`,
        choice.milliseconds.toFixed(1),
        choice.coldMs.toFixed(0),
        cents(choice.dollars),
      ];
      return table([name, 'ms', 'cold ms', '$ per million'], candidates.map(row));
    })
    .join('\n\n');
}
