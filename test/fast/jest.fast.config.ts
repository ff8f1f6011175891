import type { Config } from 'jest';
import { limits, withOwnModules, withSharedModules } from '../../jest.config.ts';
import { testsWithOwnModules } from '../tools/own-modules.ts';
import { fastTests } from './fast-tests.ts';

const ownModules = new Set(testsWithOwnModules());
const chosen = (own: boolean) =>
  fastTests()
    .filter((test) => ownModules.has(test) === own)
    .map((test) => `<rootDir>/${test}`);

// Without the global setup, which starts DynamoDB: a test that needs it cannot pass here by mistake.
const config: Config = {
  ...limits,
  projects: [
    { ...withSharedModules, rootDir: '../..', testMatch: chosen(false) },
    { ...withOwnModules, rootDir: '../..', testMatch: chosen(true) },
  ],
};

export default config;
