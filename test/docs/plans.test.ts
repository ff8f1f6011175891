import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { plans } from '../../src/plans/plans.ts';

const page = (name: string) => readFileSync(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), 'utf8');
const number = (value: number) => value.toLocaleString('en-US');

test('the API’s page shows every plan as it is', () => {
  for (const { id, limits, keys, historyDays, longestCallSeconds } of plans) {
    const days = `${historyDays} ${historyDays === 1 ? 'day' : 'days'}`;
    const { callsPerSecond, callsPerDay } = limits;
    expect(page('api.md')).toContain(
      `| ${id} | ${number(callsPerSecond)} | ${number(callsPerDay)} | ${keys} | ${days} | ${longestCallSeconds} s |`,
    );
  }
});

test('the operators’ page shows how many executions an account of each plan can hold', () => {
  for (const { id, limits, keys, longestCallSeconds } of plans) {
    const held = keys * limits.callsPerSecond * longestCallSeconds;
    expect(page('operating.md')).toContain(
      `| ${id} | ${keys} | ${limits.callsPerSecond} | ${longestCallSeconds} | ${number(held)} |`,
    );
  }
});
