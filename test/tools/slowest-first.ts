/**
 * The tests that take longest, or would be left over at the end: about the slowest first, but other browsers only when the
 * first one is nearly done.
 */
const slowTests: readonly string[] = [
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
  'test/operator-function/operator-function.test.ts',
  'test/instances/instances.test.ts',
  'test/lib/cdk-nag.test.ts',
  'test/examples/clients.test.ts',
  'test/clients/batches.test.ts',
  'test/bin/operator/permissions.test.ts',
  'test/bin/load/load.test.ts',
  'test/examples/apps.test.ts',
  'test/bin/start/changed-settings.test.ts',
];

/**
 * The tests that start hundreds of processes. They take seconds, if they are the first in their own process: Linux copies
 * its page tables for each process that it starts, and a worker has 900 MB after a few of the slow tests. A process of git
 * then takes ten times the processor time.
 */
const startingMany: readonly string[] = [
  'test/ci/release/prepare-release.test.ts',
  'test/ci/release/release-commit.test.ts',
  'test/ci/release/check-release.test.ts',
];

const first = [...startingMany, ...slowTests];

/** The same tests with those that start many processes and the slow ones first. The others keep their order. */
export function slowestFirst<T>(tests: readonly T[], pathOf: (test: T) => string): T[] {
  const placeOf = (test: T) => {
    const place = first.indexOf(pathOf(test));
    return place < 0 ? first.length : place;
  };
  return tests.toSorted((one, other) => placeOf(one) - placeOf(other));
}
