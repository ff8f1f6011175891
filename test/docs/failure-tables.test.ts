import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { replaceSection } from '../../lab/bench/report-format.ts';
import { failureTables } from './failure-tables.ts';

test.each(Object.entries(failureTables))(
  '%s has the current table of node failures (npm run failure-tables)',
  (page, table) => {
    const current = replaceSection(readFileSync(page, 'utf8'), 'node-failures', table);
    if (process.env.UPDATE_TABLES) writeFileSync(page, current);
    expect(readFileSync(page, 'utf8')).toBe(current);
  },
);
