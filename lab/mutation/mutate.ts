import { Stryker } from '@stryker-mutator/core';

/** A change of the code, and what became of it. */
export type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/**
 * Runs the tests of a folder of `src` against each of its mutants, and prints the survivors. All of Stryker's mutators
 * are used, on every line. Requires a DynamoDB Local at `TEST_DYNAMODB_URL`.
 */
export const mutate = (folder: string): Promise<Mutant[]> =>
  new Stryker({
    mutate: [`src/${folder}/**/*.ts`],
    testRunner: 'jest',
    testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    coverageAnalysis: 'perTest',
    jest: {
      configFile: 'lab/mutation/jest.config.ts',
      // Which tests reach a mutant is known, and finding the files that import it takes longer than that saves.
      enableFindRelatedTests: false,
      config: {
        testMatch: [`<rootDir>/test/${folder}/**/*.test.ts`],
        // They start the whole gateway, or live many histories. What they alone would kill counts as alive.
        testPathIgnorePatterns: [
          '/test/keys/life-cycle.test.ts',
          '/test/keys/next-request.test.ts',
          '/test/limits/clock.test.ts',
          '/test/limits/model/',
        ],
      },
    },
    concurrency: 2,
    // Modules of finished runs stay in memory (ES modules in node:vm), some 15 MB a mutant.
    maxTestRunnerReuse: 50,
    // A multiple of what its tests took unmutated: other work on the machine is to kill no mutant.
    timeoutFactor: 4,
    timeoutMS: 15_000,
    reporters: ['progress-append-only', 'clear-text'],
    clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
    tempDirName: '.stryker-tmp',
    // What no test of these folders reads; and tsconfig.json, which Stryker would rewrite by an API that TypeScript 7
    // has not.
    ignorePatterns: [
      '/dashboard',
      '/docs',
      '/lab/bench/results',
      '/cdk.out',
      '/.local',
      '/.artifacts',
      '/tsconfig.json',
    ],
  }).runMutationTest();
