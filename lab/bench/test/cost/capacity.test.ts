import { expect, test } from '@jest/globals';
import { breakEvenUtilization, capacityReport, paysFrom } from '../../cost/capacity.ts';

test('a provisioned write costs what one on demand costs at the utilization that the prices say', () => {
  expect(breakEvenUtilization).toBeCloseTo(0.00065 / 3_600 / 0.625e-6);
});

test('a minimum pays from the load whose writes on demand cost as much', () => {
  const hours = 720;
  const provisioned = 2 * hours * (200 * 0.00065 + 25 * 0.00013) + 16 * 0.1;
  const calls = paysFrom(200) * hours * 3_600;
  expect(calls * 2 * 0.625e-6).toBeCloseTo(provisioned);
});

test('the page says what bursts get that scaling does not follow', () => {
  expect(capacityReport()).toContain('`limits_unavailable`');
  expect(capacityReport()).toContain('`record_lost`');
});
