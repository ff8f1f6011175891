/**
 * The tests that take longest, more than 25 s each: about the slowest first, but other browsers only when the first one
 * is nearly done.
 */
export const slowTests: readonly string[] = [
  'test/dashboard/browser/pages.test.ts',
  'test/package/installed.test.ts',
  'test/conformance/conformance.test.ts',
  'test/promises/promises.test.ts',
  'test/upgrade/canary/run-canary.test.ts',
  'test/node-failures/node-failures.test.ts',
  'test/security/security.test.ts',
  'lab/simulation/checks.test.ts',
  'test/docs/operating.test.ts',
  'test/dashboard/browser/life.test.ts',
  'test/dashboard/browser/billing.test.ts',
  'test/dashboard/browser/account.test.ts',
  'test/dashboard/browser/rebranded.test.ts',
  'test/lib/cdk-nag.test.ts',
  'test/examples/clients.test.ts',
  'test/clients/batches.test.ts',
  'test/bin/operator/permissions.test.ts',
  'test/bin/load/load.test.ts',
  'test/examples/apps.test.ts',
  'test/bin/start/changed-settings.test.ts',
];

/** The same tests with the slow ones first. The others keep their order. */
export function slowestFirst<T>(tests: readonly T[], pathOf: (test: T) => string): T[] {
  const placeOf = (test: T) => {
    const place = slowTests.indexOf(pathOf(test));
    return place < 0 ? slowTests.length : place;
  };
  return tests.toSorted((one, other) => placeOf(one) - placeOf(other));
}
