import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { replaceSection } from '../../lab/bench/report-format.ts';
import { failureTables } from './failure-tables.ts';

test.each(Object.entries(failureTables))(
  '%s has the table of what happens when a node fails; `npm run failure-tables` makes it so',
  (page, table) => {
    const wanted = replaceSection(readFileSync(page, 'utf8'), 'node-failures', table);
    if (process.env.UPDATE_TABLES) writeFileSync(page, wanted);
    expect(readFileSync(page, 'utf8')).toBe(wanted);
  },
);
