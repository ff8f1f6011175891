import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { maxCallsPerSecond, heldRates as settingsRates } from '../../lib/settings/held-rates.ts';
import { type CheckResult, type RateResult, triedNodeTimes, triedRates } from './held-rates.ts';
import { RunFigures } from './run-figures.ts';
import { summaryOf } from './run-summary.ts';
import { heldRates, hotKeyTable, recoveryTable } from './scale-sections.ts';

const check = (more: Partial<CheckResult> = {}): CheckResult => ({
  name: 'a fault',
  choice: 'random',
  problems: [],
  summary: { ...summaryOf(new RunFigures(1, 1)), unavailable: 1, wait99: 10, longestWait: 20, mostBusy: 30 },
  ...more,
});

/** Results in which 500/s hold, 600/s fail a fault, and higher rates a steady load. */
const results = triedNodeTimes.map((answerMs) =>
  triedRates.map((callsPerSecond): RateResult => {
    const rate = { callsPerSecond, answerMs, otherPartitions: [] };
    const steady = [check({ problems: callsPerSecond > 600 ? ['503 after 3 s'] : [] })];
    const failing = check({ problems: ['no recovery'] });
    const holding = [
      check({ recovery: 2 }),
      check({ choice: 'last used', recovery: 1, summary: { ...check().summary, mostBusy: 40 } }),
    ];
    return { ...rate, steady, overload: callsPerSecond === 600 ? [failing] : callsPerSecond === 500 ? holding : [] };
  }),
);

describe('the tables of docs/scale.md', () => {
  test('name the highest rate that holds, by the answer time of the nodes', () => {
    expect(heldRates(results)).toEqual({ 50: 500, 100: 500, 200: 500, 400: 500 });
    expect(hotKeyTable(results)).toContain('| **highest that holds** | **500** | **500** | **500** | **500** |');
  });

  test('are the source of the rates in the settings', () => {
    const page = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
    const [, row = ''] = /\*\*highest that holds\*\* \| (.*) \|/.exec(page) ?? [];
    const rates = row.split(' | ').map((cell) => Number(cell.replaceAll('*', '')));
    expect(Object.values(settingsRates)).toEqual(rates);
    expect(Object.keys(settingsRates)).toEqual(triedNodeTimes.map(String));
    expect(maxCallsPerSecond).toBe(Math.min(...rates));
  });

  test('name what is wrong with a rate', () => {
    expect(hotKeyTable(results)).toContain('| 600 | yes | yes | yes | yes |');
    expect(hotKeyTable(results)).toContain('| 700 | 503 after 3 s | 503 after 3 s |');
    expect(hotKeyTable(results)).toContain('- 600/s with nodes of 50 ms, a fault, environments random: no recovery.');
  });

  test('have the worse figures of both choices of environments', () => {
    expect(recoveryTable(results)).toContain('| a fault | 2 · 1 · 10 · 20 · 40 |');
  });

  test('say that no rate holds', () => {
    const none = results.map((ofNode) =>
      ofNode.map((result) => ({ ...result, steady: [check({ problems: ['503'] })] })),
    );
    expect(heldRates(none)).toEqual({ 50: 0, 100: 0, 200: 0, 400: 0 });
    expect(recoveryTable(none)).toBe('No rate holds under twice the limit and faults.');
  });
});
