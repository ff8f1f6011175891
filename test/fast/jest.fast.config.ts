import type { Config } from 'jest';
import all from '../../jest.config.ts';
import { fastTests } from './fast-tests.ts';

// Without the global setup, which starts DynamoDB Local: a test that needs it cannot pass here by mistake.
const { globalSetup: _, globalTeardown: __, ...shared } = all;

const config: Config = {
  ...shared,
  rootDir: '../..',
  testMatch: fastTests().map((test) => `<rootDir>/${test}`),
  // A new worker costs a second of processor time, and these tests leave little in memory.
  workerIdleMemoryLimit: '1GB',
};

export default config;
