import { createRequire } from 'node:module';
import { expect, test } from '@jest/globals';
import type { InstalledApp } from './installed-app.ts';

/** The user's folder has no Jest of its own. */
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');

const stackTest = `
const { App } = require('aws-cdk-lib');
const { Template } = require('aws-cdk-lib/assertions');
const { SluiceStack } = require('sluice-cdk');
const { settings } = require('../settings.json');

test('has a user pool', () => {
  // The CDK keeps the stack trace of each construct, and Jest reads source maps for it.
  Error.stackTraceLimit = 0;
  const stack = new SluiceStack(new App(), { settings, stage: 'dev' });
  Template.fromStack(stack).resourceCountIs('AWS::Cognito::UserPool', 1);
});`;

export function jestCases(app: () => InstalledApp): void {
  test('tests of a CommonJS app load the package with the option that docs/construct.md names', async () => {
    app().write('jest/jest.config.js', 'module.exports = { transform: {} };');
    app().write('jest/stack.test.js', stackTest);
    const env = { NODE_OPTIONS: '--experimental-vm-modules' };
    const { status, stderr } = await app().run([process.execPath, jest], { below: 'jest', env });
    expect([status, stderr]).toEqual([0, expect.stringContaining('Tests:       1 passed')]);
  });
}
