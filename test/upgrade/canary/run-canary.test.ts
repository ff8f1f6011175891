import { beforeAll, describe, expect, test } from '@jest/globals';
import { effort } from '../../support/effort.ts';
import { readNextRelease } from '../next-release.ts';
import { readSnapshot } from '../release-snapshot.ts';
import { missedKinds } from './row-traffic.ts';
import { Canary, type CanaryFindings } from './run-canary.ts';

/** Every kind of row that an installation writes in its first hour. `npm run lab -- upgrades` shows how often. */
const kinds = [
  'Admissions',
  'Directory ACCOUNT',
  'Directory ACTIVITY',
  'Directory ATTEMPTS',
  'Directory BILLING_SUMMARY',
  'Directory CHARGE',
  'Directory CUSTOMER',
  'Directory EVENT',
  'Directory IDEMPOTENCY',
  'Directory KEY',
  'Directory RECONCILIATION',
  'Directory REQUESTS',
  'Directory SECRET',
  'Directory STRIPE_REQUESTS',
  'Directory TOKEN',
  'Networks',
  'Networks day',
  'Records',
  'Usage DAY',
  'Usage SUMMARY',
  'Usage TOTAL',
  'Usage below-cost',
  'Usage hour',
  'Usage last-used',
  'Usage minute',
];

/** The last release neither reads nor writes them. */
const onlyWrittenNow = [
  'Directory BILLING_SUMMARY',
  'Directory STRIPE_REQUESTS',
  'Directory TOKEN',
  'Networks day',
  'Usage SUMMARY',
  'Usage TOTAL',
  'Usage below-cost',
];

/** Of one row, or one for each network: both versions write them, and by chance one alone. */
const notAlwaysCompared = [...onlyWrittenNow, 'Directory RECONCILIATION', 'Networks'];

describe('the last release and the present code', () => {
  let findings: CanaryFindings;
  beforeAll(async () => {
    const { intended, noLongerStored } = readNextRelease();
    const { functions } = readSnapshot();
    findings = await new Canary({ seed: 1, functions, intended, noLongerStored, scale: effort(0.5, 1) }).run();
  });

  test('serve one after the other and at once: no wrong answer, no lost record, no call counted wrongly', () => {
    expect(findings.problems).toEqual([]);
  });

  test('what only the present code stores is in the notes about the next release (next.json)', () => {
    const { storedFormats } = readNextRelease();
    expect(findings.newAttributes.filter((attribute) => !storedFormats.includes(attribute))).toEqual([]);
  });

  test('the attributes of all other kinds are compared, because each version alone served the same customers', () => {
    const always = kinds.filter((kind) => !notAlwaysCompared.includes(kind));
    expect(findings.compared).toEqual(expect.arrayContaining(always));
  });

  test('both serve, and revocations hold while they do', () => {
    expect(Math.min(findings.served.last, findings.served.present)).toBeGreaterThan(200);
    expect(findings.calls).toBeGreaterThan(2_000);
    expect(findings.managementRequests).toBeGreaterThan(50);
    expect(findings.revocations).toBeGreaterThan(0);
  });

  test('each takes up rows of every kind that the other wrote', () => {
    expect([...findings.kinds.keys()].toSorted()).toEqual(kinds);
    expect(missedKinds(findings.kinds).toSorted()).toEqual(onlyWrittenNow);
  });
});
