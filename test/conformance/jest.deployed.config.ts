import type { Config } from 'jest';
import { limits, withOwnModules } from '../../jest.config.ts';

// Without the global setup: a deployed stage brings its own tables.
const config: Config = {
  ...withOwnModules,
  ...limits,
  rootDir: '../..',
  // To look for tests in the whole repository takes a second.
  roots: ['<rootDir>/test/conformance'],
  testMatch: ['<rootDir>/test/conformance/deployed.ts'],
  reporters: ['<rootDir>/test/conformance/table.ts'],
  // The table decides: observations are no failures.
  testFailureExitCode: 0,
};

export default config;
