import type { Config } from 'jest';

// Tests and the processes they start use this repository's settings, also in a shell with the operator's.
delete process.env.SLUICE_CONFIG;

const config: Config = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } }],
  },
  // Against hangs only: far more than any test needs on two slow cores. So no test has a limit of its own.
  testTimeout: 600_000,
  // Many tests wait for processes and browsers; jest's default would leave one of two cores idle.
  maxWorkers: '100%',
  // Modules of finished tests stay in memory (ES modules in node:vm): beyond this, collecting garbage costs more than the
  // second of processor time of a new worker.
  workerIdleMemoryLimit: '700MB',
  testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/packages/*/test/**/*.test.ts', '<rootDir>/lab/**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/.stryker-tmp'],
};

export default config;
