import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { replaceSection } from '../../lab/bench/report-format.ts';
import { errorTables } from './error-tables.ts';
import { failureTables } from './failure-tables.ts';

const sections = [
  ...Object.entries(failureTables).map(([page, table]) => [page, 'node-failures', table] as const),
  ['docs/failures.md', 'node-errors', errorTables] as const,
];

test.each(sections)('%s has the current section %s (npm run failure-tables)', (page, section, table) => {
  const current = replaceSection(readFileSync(page, 'utf8'), section, table);
  if (process.env.UPDATE_TABLES) writeFileSync(page, current);
  expect(readFileSync(page, 'utf8')).toBe(current);
});
