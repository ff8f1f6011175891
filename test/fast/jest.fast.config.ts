import type { Config } from 'jest';
import { everyTest, limits } from '../../jest.config.ts';
import { fastTests } from './fast-tests.ts';

// Without the global setup, which starts DynamoDB: a test that needs it cannot pass here by mistake.
const config: Config = {
  ...everyTest,
  ...limits,
  rootDir: '../..',
  testMatch: fastTests().map((test) => `<rootDir>/${test}`),
  // A new worker costs a second of processor time, and these tests leave little in memory.
  workerIdleMemoryLimit: '1GB',
};

export default config;
