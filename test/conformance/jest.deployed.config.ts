import type { Config } from 'jest';
import local from '../../jest.config.ts';

// A deployed stage brings its own tables: no DynamoDB Local, and no Java, for these cases.
const { globalSetup: _, globalTeardown: __, ...rest } = local;

const config: Config = {
  ...rest,
  rootDir: '../..',
  reporters: ['<rootDir>/test/conformance/table.ts'],
  // The table decides: observations are no failures.
  testFailureExitCode: 0,
};

export default config;
