import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { runAsProcess, runWithoutAws } from '../../support/program-host.ts';
import { assemblies } from './synthesized.ts';

const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { answers } = JSON.parse(readFileSync('test/bin/preflight/account-states/ready.json', 'utf8'));

/** A program `aws` that answers as in an account that is ready, and writes down how it was called. */
const program = `#!${process.execPath}
const [service, operation] = process.argv.slice(2);
require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'calls'))}, process.argv.slice(2).join(' ') + '\\n');
const answers = ${JSON.stringify(answers)};
const key = Object.keys(answers).find((each) => each.split(' ').every((word) => process.argv.includes(word)));
process.stdout.write(JSON.stringify(answers[key]));
`;
writeFileSync(join(folder, 'aws'), program);
chmodSync(join(folder, 'aws'), 0o755);

/** `sluice-cdk preflight`, in an environment with this PATH. */
const preflight = (args: readonly string[], path = folder) => {
  const run = runWithoutAws('packages/construct/bin/sluice-cdk.ts', ['preflight', ...args]);
  return runAsProcess({ ...run, env: { ...run.env, PATH: path } });
};

test('asks by the AWS CLI with the profile, and prints a line for each check', async () => {
  const { code, out, err } = await preflight(['--app', assemblies.shipped, '--profile', 'ops', '--json']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const checks = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(checks[0]).toEqual({
    stackName: 'Sluice-prod',
    account: '123456789012',
    region: 'eu-south-2',
    check: 'bootstrap',
    status: 'ok',
    found: expect.stringMatching(/version 30/),
    action: null,
  });
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  // Without a network, a command ends after seconds.
  const common = '--profile ops --cli-connect-timeout 5 --cli-read-timeout 20';
  expect(calls).toContain(`lambda get-account-settings --region eu-south-2 --output json ${common}`);
  expect(calls.every((call) => call.endsWith(` ${common}`))).toBe(true);
});

test('without the AWS CLI, a folder or a valid option, one line says what to do', async () => {
  expect(await preflight(['--app', assemblies.shipped], '/nonexistent')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The AWS CLI is needed, and not installed: https:.*\n$/),
  });
  expect(await preflight(['--app', folder])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Run cdk synth first/),
  });
  expect(await preflight(['--stage', 'prod'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/Usage: sluice-cdk preflight/),
  });
});
