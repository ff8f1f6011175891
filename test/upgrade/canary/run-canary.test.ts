import { beforeAll, describe, expect, test } from '@jest/globals';
import { effort } from '../../support/effort.ts';
import { functionsOfBase, readBase } from '../base.ts';
import { Canary, type CanaryFindings } from './run-canary.ts';

describe('the last release and the present code', () => {
  let findings: CanaryFindings;
  beforeAll(async () => {
    const functions = await functionsOfBase();
    findings = await new Canary({ seed: 1, functions, intended: readBase().intended, scale: effort(0.5, 1) }).run();
  });

  test('serve one after the other and at once: no wrong answer, no lost record, no call counted wrongly', () => {
    expect(findings.problems).toEqual([]);
  });

  test('both serve enough to show it', () => {
    expect(Math.min(findings.served.last, findings.served.present)).toBeGreaterThan(200);
    expect(findings.calls).toBeGreaterThan(2_000);
    expect(findings.managementRequests).toBeGreaterThan(50);
  });
});
