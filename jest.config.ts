import type { Config } from 'jest';

const config: Config = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } }],
  },
  // A guard against hangs, far above what any test needs: CI has two slow cores.
  testTimeout: 30_000,
  // Many tests wait for processes and browsers: jest's own choice leaves one core of two idle.
  maxWorkers: '100%',
  // Modules of finished tests stay in memory (ES modules in node:vm): past that, a worker does little but collect garbage.
  workerIdleMemoryLimit: '250MB',
  testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/packages/*/test/**/*.test.ts', '<rootDir>/lab/**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/.stryker-tmp'],
};

export default config;
