import { table } from '../markdown.ts';
import { numeral } from '../numeral.ts';
import type { Need } from './needs.ts';
import { type Quota, quotas } from './quotas.ts';

const loads = [10_000, 100_000, 1_000_000];

/** What each load wants, in bold where it is more than an account begins with; and the quotas with their sources. */
export const needsTable = (needs: readonly Need[]): string =>
  [
    table(
      ['', ...loads.map((load) => `${numeral(load)} calls/s`), 'at first', 'because'],
      needs.map(({ what, of, from, quota }) => [
        what,
        ...loads.map((load) => cell(of(load), quota)),
        atFirst(quota),
        from,
      ]),
    ),
    table(
      ['limit', 'at first', 'can be raised', 'source'],
      Object.values(quotas).map((quota) => [
        quota.what,
        numeral(quota.atMost),
        quota.adjustable ? 'yes' : 'no',
        quota.source,
      ]),
    ),
  ].join('\n\n');

const cell = (need: number, quota?: Quota): string =>
  quota && need > quota.atMost ? `**${numeral(need)}**` : numeral(need);

const atFirst = (quota?: Quota): string => (quota ? numeral(quota.atMost) : '');
