import { fileURLToPath } from 'node:url';
import type { Config } from 'jest';
import local from '../../jest.config.ts';

// The command starts one DynamoDB Local for all mutants.
const { globalSetup: _, globalTeardown: __, ...rest } = local;

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const config: Config = {
  ...rest,
  rootDir: '../..',
  runner: here('jest-runner.ts'),
  testEnvironment: here('environment.ts'),
};

export default config;
