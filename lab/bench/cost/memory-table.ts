import { table } from '../markdown.ts';
import { cents } from './amounts.ts';
import { workOf } from './durations.ts';
import type { Measured } from './measured.ts';
import { best, type Choice, choices } from './memory.ts';
import { usualCall } from './shapes.ts';
import type { Deployment } from './terms.ts';

/** What each size of memory would mean for authorizer and proxy. */
export function memoryTable(measured: Measured, { functions }: Deployment): string {
  const work = workOf(measured, usualCall);
  return (['authorizer', 'proxy'] as const)
    .map((name) => {
      const candidates = choices(work[name], measured.coldMs[name]);
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
