import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { replaceSection } from '../../lab/bench/report-format.ts';
import { planTables } from './plan-tables.ts';

test.each(planTables)('%s has the current section %s (npm run plan-tables)', (page, section, text) => {
  const current = replaceSection(readFileSync(page, 'utf8'), section, text);
  if (process.env.UPDATE_TABLES) writeFileSync(page, current);
  expect(readFileSync(page, 'utf8')).toBe(current);
});
