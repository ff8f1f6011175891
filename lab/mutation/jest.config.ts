import { fileURLToPath } from 'node:url';
import type { Config } from 'jest';
import { limits, withOwnModules } from '../../jest.config.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

// Without the global setup: the command starts one DynamoDB for all mutants.
const config: Config = {
  ...withOwnModules,
  ...limits,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  runner: here('jest-runner.ts'),
  testEnvironment: here('environment.ts'),
};

export default config;
