import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startWorld, type World } from './gateway/chaos-world.ts';
import { type GatewayFindings, runGateway } from './gateway/run-gateway.ts';
import { type RevocationFindings, runRevocations } from './revocation/run-revocations.ts';

const weather = { dynamoDb: 0.02, upstream: 0.05, spells: 0.25, stream: 0.5, kills: 0.01 };

// Each commit's run has the storm of test/upgrade/canary, over two versions; this one is longer and has more kinds of faults.

let world: World;
beforeAll(async () => {
  world = await startWorld(1);
});
afterAll(() => world?.stop());

describe('the whole gateway in bad weather', () => {
  let findings: GatewayFindings;
  beforeAll(async () => {
    findings = await runGateway(world, { seed: 1, requests: 1_000, weather });
  });

  test('every request that was answered has one row, which says what the client got; any other at most one', () => {
    expect(findings.history).toEqual([]);
    expect(findings.rows).toBeGreaterThanOrEqual(findings.requests - findings.unanswered - findings.refused);
  });

  test('the tallies are what the rows add up to: minute and hour, method by method, outcome by outcome', () => {
    expect(findings.tallies).toMatchObject({ twice: 0, lost: 0 });
    expect(findings.tallies.counted).toBeGreaterThan(0);
  });

  test('no call is admitted over the limit of a second, and each that is admitted counts against the quota once', () => {
    expect(findings.limits).toMatchObject({ overSecond: 0, lost: 0, countedTwice: 0 });
  });

  test('no write reaches chain nodes twice, whatever its method', () => {
    expect(findings.sentTwice).toBe(0);
    expect(findings.writes).toBeGreaterThan(0);
  });
});

describe('a key that is revoked under full load', () => {
  const revocations = 20;
  let findings: RevocationFindings;
  beforeAll(async () => {
    findings = await runRevocations(world, revocations, weather);
  });

  test('admits no request that began after the answer to the revocation', () => {
    expect(findings).toMatchObject({ revocations, admittedAfter: 0 });
    expect(findings.before).toBeGreaterThan(0);
    expect(findings.after).toBeGreaterThan(0);
  });
});
