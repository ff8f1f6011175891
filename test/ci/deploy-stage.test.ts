import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

/** Answers like npm in this repository, and writes its arguments to calls.txt. */
const fakeNpm = `#!/usr/bin/env bash
echo "$*" >> calls.txt
case "$*" in
  'run deploy'*) echo '{"Sluice-prod":{"DirectoryTable":"table","MainnetEndpoint":"https://rpc.example","RpcEndpoint":"https://other.example"}}' > outputs.json ;;
  *' seed '*) echo '{"accountId":"conformance","keyId":"key-1"}' ;;
  *' sluice '*) echo '{"key":{"keyId":"key-1"},"secret":"slc_secret"}' ;;
  *' conformance '*) echo "key=$SLUICE_KEY settings=$SLUICE_CONFIG"; exit "\${CONFORMS:-0}" ;;
esac
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'deploy-stage-'));
  mkdirSync(join(root, 'bin'));
  writeFileSync(join(root, 'bin/npm'), fakeNpm, { mode: 0o755 });
  cpSync('examples/deploy-workflow', join(root, 'examples/deploy-workflow'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const deploy = (stage: string, env: Record<string, string> = {}) =>
  execFileSync('bash', [join(root, 'examples/deploy-workflow/deploy-stage'), stage, '-c', 'account=1'], {
    env: { ...process.env, SLUICE_CONFIG: 'own.config.ts', ...env, PATH: `${join(root, 'bin')}:${process.env.PATH}` },
    encoding: 'utf8',
    stdio: 'pipe',
  });

describe('deploy-stage of the example workflow', () => {
  test('deploys, then tests with a new secret, which the log masks and no argument has', () => {
    const output = deploy('prod');
    expect(readFileSync(join(root, 'calls.txt'), 'utf8').trim().split('\n')).toEqual([
      'run deploy -- --require-approval never --outputs-file outputs.json -c stage=prod -c account=1',
      'run --silent seed -- --table table --account conformance --plan developer --key conformance --stage prod --json',
      'run --silent sluice -- keys rotate conformance key-1 --stage prod --json',
      'run conformance -- --url https://rpc.example',
    ]);
    expect(output.indexOf('::add-mask::slc_secret')).toBeLessThan(output.indexOf('key=slc_secret'));
  });

  test('uses the settings that SLUICE_CONFIG names, and deploys nothing without it', () => {
    expect(deploy('prod')).toContain('settings=own.config.ts');
    rmSync(join(root, 'calls.txt'));
    expect(() => deploy('prod', { SLUICE_CONFIG: '' })).toThrow(/Set the variable SLUICE_CONFIG on GitHub/);
    expect(existsSync(join(root, 'calls.txt'))).toBe(false);
  });

  test('uses the plan and the network that the variables name; an empty variable is none', () => {
    deploy('prod', { CONFORMANCE_PLAN: 'team', CONFORMANCE_OUTPUT: 'RpcEndpoint' });
    deploy('prod', { CONFORMANCE_PLAN: '', CONFORMANCE_OUTPUT: '' });
    const calls = readFileSync(join(root, 'calls.txt'), 'utf8').split('\n');
    expect(calls.flatMap((line) => /--plan (\S+)|--url (\S+)/.exec(line)?.slice(1).filter(Boolean) ?? [])).toEqual([
      'team',
      'https://other.example',
      'developer',
      'https://rpc.example',
    ]);
  });

  test('fails when the stage does not conform, or has no outputs', () => {
    expect(() => deploy('prod', { CONFORMS: '1' })).toThrow();
    expect(() => deploy('dev')).toThrow(/DirectoryTable/);
    expect(readFileSync(join(root, 'calls.txt'), 'utf8').trim().split('\n')).toHaveLength(5);
  });
});

test('the trust policy accepts one environment of one repository', () => {
  const { Statement } = JSON.parse(readFileSync('examples/deploy-workflow/trust-policy.json', 'utf8'));
  expect(Statement).toHaveLength(1);
  expect(Statement[0]).toMatchObject({
    Action: 'sts:AssumeRoleWithWebIdentity',
    Condition: {
      StringEquals: {
        'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
        'token.actions.githubusercontent.com:sub': expect.stringMatching(/^repo:[^*]+:environment:prod$/),
      },
    },
  });
});
