import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { maxBatchSize } from '../../src/json-rpc/rpc-request.ts';
import { plans } from '../support/settings.ts';

const page = (name: string) => readFileSync(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), 'utf8');
const number = (value: number) => value.toLocaleString('en-US');

test('docs/api.md has the limits of every plan', () => {
  for (const { id, limits, keys, historyDays, longestCallSeconds } of plans.all) {
    const days = `${historyDays} ${historyDays === 1 ? 'day' : 'days'}`;
    const { callsPerSecond, callsPerDay } = limits;
    expect(page('api.md')).toContain(
      `| ${id} | ${number(callsPerSecond)} | ${number(callsPerDay)} | ${keys} | ${days} | ${longestCallSeconds} s |`,
    );
  }
});

test('docs/api.md has the largest batch of every plan', () => {
  for (const { id, limits } of plans.all)
    expect(page('api.md')).toContain(`| ${id} | ${Math.min(maxBatchSize, limits.callsPerSecond)} |\n`);
});

test('docs/operating.md has the executions that an account of each plan can occupy', () => {
  for (const { id, limits, keys, longestCallSeconds } of plans.all) {
    const occupied = keys * limits.callsPerSecond * longestCallSeconds;
    expect(page('operating.md')).toContain(
      `| ${id} | ${keys} | ${limits.callsPerSecond} | ${longestCallSeconds} | ${number(occupied)} |`,
    );
  }
});
