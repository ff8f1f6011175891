import inspector from 'node:inspector';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Config } from 'jest';
import { chooseEngine } from './packages/cdk-local/dynamodb/choose-engine.ts';
import { allTests, fastTests } from './test/fast/fast-tests.ts';
import { testMs } from './test/tools/hang-limits.ts';
import { isAvailable, missingTools } from './test/tools/missing-tools.ts';
import { testsWithOwnModules } from './test/tools/own-modules.ts';
import { testsOnAmazon } from './test/tools/tests-on-amazon.ts';

// Tests and the processes that they start use the same settings, whatever sluice.config.ts or the shell has.
process.env.SLUICE_CONFIG = fileURLToPath(new URL('test/support/fixed.config.ts', import.meta.url));

/** Files of which no test can run, because a tool is missing. */
const withoutTools = missingTools().flatMap(({ files, isForWholeFiles }) => (isForWholeFiles ? files : []));

const swc = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript' },
    // Node and Jest need `with { type: 'json' }`.
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
};

/** Of tests that need Jest's own runner (test/tools/own-modules.ts). */
export const withOwnModules = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': ['@swc/jest', swc],
  },
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/.stryker-tmp'],
} satisfies Config;

const bareNode = fileURLToPath(new URL('test/support/bare-node.ts', import.meta.url));

/**
 * Of all other tests. Jest's own runner loads every module again for each file, so that the CDK and the AWS SDK never
 * become fast: it takes twice the processor time.
 */
export const withSharedModules = {
  runner: fileURLToPath(new URL('test/tools/shared-modules-runner.js', import.meta.url)),
  setupFiles: [bareNode],
  transform: {},
  modulePathIgnorePatterns: withOwnModules.modulePathIgnorePatterns,
} satisfies Config;

/** Which run first, how many at a time, and for how long. */
export const limits = {
  testSequencer: fileURLToPath(new URL('test/tools/test-sequencer.js', import.meta.url)),
  testTimeout: testMs,
  // Many tests wait for processes and browsers, so with one worker a core all cores would often be idle.
  maxWorkers: availableParallelism() + 1,
} satisfies Config;

// Without the embedded engine, all tests run on Amazon's.
const runsOnEmbedded = (await chooseEngine().catch(() => undefined))?.name === 'embedded';
// A debugger has all tests in one process, which can use one engine. Java takes seconds to start again.
const isAtWork = inspector.url() !== undefined || process.argv.some((arg) => /^--watch(All)?$/.test(arg));
const runsTwice = isAvailable('Java') && runsOnEmbedded && !isAtWork;

/** In every project. Tests of the night prove again what others prove: EFFORT=night. */
const ignored = [
  '/node_modules/',
  ...(process.env.EFFORT === 'night' ? [] : ['\\.night\\.test\\.ts$']),
  ...withoutTools.map((file) => `<rootDir>/${file}$`),
];

const ownModules = testsWithOwnModules();
const fast = fastTests();
const inRoot = (files: readonly string[]) => files.map((file) => `<rootDir>/${file}`);

/** Of the projects with a set-up, which Jest runs only once. */
const slow = {
  displayName: 'slow',
  rootDir: '.',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

/** Each test once: on the embedded DynamoDB where that is installed. */
const shared = {
  ...withSharedModules,
  ...slow,
  testMatch: inRoot(allTests),
  testPathIgnorePatterns: [
    ...ignored,
    ...inRoot([...ownModules, ...fast]).map((file) => `${file}$`),
    ...(runsOnEmbedded ? ['\\.amazon\\.test\\.ts$'] : []),
  ],
};

const own = {
  ...withOwnModules,
  ...slow,
  testMatch: inRoot(ownModules.filter((file) => !fast.includes(file))),
  testPathIgnorePatterns: ignored,
};

/** What `npm run test:fast` runs: without the set-up, so that a test that needs it cannot pass by mistake. */
const fastProjects = [
  { ...withSharedModules, testMatch: inRoot(fast.filter((file) => !ownModules.includes(file))) },
  { ...withOwnModules, testMatch: inRoot(fast.filter((file) => ownModules.includes(file))) },
].map((project) => ({ ...project, displayName: 'fast', rootDir: '.', testPathIgnorePatterns: ignored }));

/** Some again, on Amazon's DynamoDB, and a few only there. */
const onAmazon = {
  ...shared,
  displayName: 'amazon',
  testPathIgnorePatterns: ignored,
  testMatch: inRoot(testsOnAmazon()),
  setupFiles: [bareNode, '<rootDir>/test/support/amazon-dynamodb.ts'],
  globalSetup: '<rootDir>/test/support/amazon-setup.ts',
  globalTeardown: '<rootDir>/test/support/amazon-teardown.ts',
};

const config: Config = { ...limits, projects: [...fastProjects, shared, own, ...(runsTwice ? [onAmazon] : [])] };

export default config;
