import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { deploymentCalls } from '../../../bin/deployment/deployment-calls.ts';
import { readDeployment } from '../../../bin/deployment/read-deployment.ts';
import { createAsk } from '../../../bin/preflight/aws-call.ts';
import { runInHost, runWithoutAws } from '../../support/program-host.ts';
import { documentedActions } from '../operator/documented-actions.ts';
import { type CliAnswers, fakeCli } from '../preflight/fake-cli.ts';

const event = (
  LogicalResourceId: string,
  ResourceType: string,
  ResourceStatus: string,
  ResourceStatusReason?: string,
) => ({
  StackName: 'Sluice-prod',
  LogicalResourceId,
  ResourceType,
  ResourceStatus,
  Timestamp: '2026-11-28T12:00:00+00:00',
  ...(ResourceStatusReason !== undefined && { ResourceStatusReason }),
});
const stack = 'AWS::CloudFormation::Stack';
const alias = 'AWS::Lambda::Alias';

/** A release that an alarm stopped, and whose rollback the same alarm stopped too. Newest first, as AWS sends them. */
const stuck: CliAnswers = {
  'cloudformation describe-stacks': { Stacks: [{ StackName: 'Sluice-prod', StackStatus: 'UPDATE_ROLLBACK_FAILED' }] },
  'cloudformation describe-stack-events': {
    StackEvents: [
      event(
        'Sluice-prod',
        stack,
        'UPDATE_ROLLBACK_FAILED',
        'The following resource(s) failed to update: [ProxyAlias].',
      ),
      event('ProxyAlias', alias, 'UPDATE_FAILED', 'Rollback failed'),
      event('Sluice-prod', stack, 'UPDATE_ROLLBACK_IN_PROGRESS'),
      event('TallyAlias', alias, 'UPDATE_FAILED', 'Resource update cancelled'),
      event('ProxyAlias', alias, 'UPDATE_FAILED', 'One or more alarms have been activated'),
      event('Sluice-prod', stack, 'UPDATE_IN_PROGRESS', 'User Initiated'),
      event('Other', 'AWS::S3::Bucket', 'CREATE_FAILED', 'of an older deployment'),
      event('Sluice-prod', stack, 'UPDATE_IN_PROGRESS', 'User Initiated'),
    ],
  },
  'cloudformation list-stack-resources': {
    StackResourceSummaries: [
      { ResourceType: 'AWS::CodeDeploy::Application', ResourceStatus: 'CREATE_COMPLETE', PhysicalResourceId: 'app-1' },
      { ResourceType: 'AWS::CodeDeploy::Application', ResourceStatus: 'DELETE_COMPLETE', PhysicalResourceId: 'app-0' },
    ],
  },
  'deploy list-deployment-groups': { applicationName: 'app-1', deploymentGroups: ['proxy', 'tally'] },
  'deploy list-deployments proxy': { deployments: ['d-PROXY'] },
  'deploy list-deployments tally': { deployments: [] },
  'deploy get-deployment': {
    deploymentInfo: {
      deploymentId: 'd-PROXY',
      deploymentGroupName: 'proxy',
      status: 'Stopped',
      errorInformation: { code: 'ALARM_ACTIVE', message: 'One or more alarms have been activated' },
    },
  },
};

const read = (answers: CliAnswers) => readDeployment(createAsk(fakeCli(answers).run, 'eu-central-1'), 'Sluice-prod');

test('a stuck deployment: its state, what failed first, the release and what to do', async () => {
  expect(await read(stuck)).toEqual({
    stackName: 'Sluice-prod',
    status: 'UPDATE_ROLLBACK_FAILED',
    meaning: expect.stringContaining('so did its rollback'),
    nextStep: expect.stringContaining('continue-update-rollback --stack-name Sluice-prod'),
    failures: [
      { resource: 'ProxyAlias', type: alias, reason: 'One or more alarms have been activated' },
      { resource: 'ProxyAlias', type: alias, reason: 'Rollback failed' },
    ],
    releases: [
      {
        id: 'd-PROXY',
        group: 'proxy',
        status: 'Stopped',
        code: 'ALARM_ACTIVE',
        readOn: 'docs/stuck-deployments.md#an-alarm-stops-a-release',
      },
    ],
    releasesUnknown: null,
  });
});

test('a release that still runs is shown without a code', async () => {
  const running = { deploymentInfo: { deploymentGroupName: 'proxy', status: 'InProgress' } };
  const { releases } = await read({ ...stuck, 'deploy get-deployment': running });
  expect(releases).toEqual([
    {
      id: 'd-PROXY',
      group: 'proxy',
      status: 'InProgress',
      code: null,
      readOn: expect.stringContaining('#a-deployment-hangs'),
    },
  ]);
});

test('without a stack, the next step is to deploy', async () => {
  const none = { 'cloudformation describe-stacks': { error: 'ValidationError' } };
  expect(await read(none)).toMatchObject({ status: null, nextStep: 'Deploy.', failures: [], releases: [] });
});

test('docs/cli.md has the permissions of all calls, and no other', () => {
  const needed = Object.values(deploymentCalls).flatMap(({ permission }) => permission ?? []);
  const documented = documentedActions.get('deployment')?.[0]?.replace(/: $/, '').split(', ');
  expect(documented?.toSorted()).toEqual(needed.toSorted());
});

test('the command prints the state of the stage, and refuses to guess one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'deployment-'));
  const states = JSON.stringify({ Stacks: [{ StackStatus: 'UPDATE_ROLLBACK_FAILED' }] });
  const lists = JSON.stringify({ StackEvents: [], StackResourceSummaries: [] });
  const program = `#!/bin/sh\ncase "$2" in describe-stacks) echo '${states}' ;; *) echo '${lists}' ;; esac\n`;
  writeFileSync(join(folder, 'aws'), program);
  chmodSync(join(folder, 'aws'), 0o755);
  const command = (...args: string[]) => {
    const run = runWithoutAws('bin/operator.ts', ['deployment', ...args]);
    return runInHost({ ...run, env: { ...run.env, PATH: `${folder}:/usr/bin:/bin`, AWS_REGION: 'eu-central-1' } });
  };
  expect(await command('--stage', 'prod')).toEqual({
    code: 0,
    err: '',
    out: expect.stringMatching(
      /^Sluice-prod: UPDATE_ROLLBACK_FAILED: .*\nnext {5}Run: aws cloudformation continue-update-rollback/,
    ),
  });
  expect(await command()).toMatchObject({ code: 2, err: expect.stringContaining('--stage prod') });
  rmSync(folder, { recursive: true });
});

test('a failed first deployment whose application is gone, and credentials that may not ask CodeDeploy, still get the state', async () => {
  const gone = { error: 'ApplicationDoesNotExistException' };
  expect(await read({ ...stuck, 'deploy list-deployment-groups': gone })).toMatchObject({
    status: 'UPDATE_ROLLBACK_FAILED',
    releases: [],
    releasesUnknown: null,
  });
  const denied = { error: 'AccessDeniedException' };
  expect(await read({ ...stuck, 'deploy list-deployment-groups': denied })).toMatchObject({
    status: 'UPDATE_ROLLBACK_FAILED',
    releases: [],
    releasesUnknown: expect.stringContaining('AccessDeniedException'),
  });
});

test('a release that failed before one that succeeded is not shown', async () => {
  const succeeded = { deploymentInfo: { deploymentId: 'd-PROXY', deploymentGroupName: 'proxy', status: 'Succeeded' } };
  expect((await read({ ...stuck, 'deploy get-deployment': succeeded })).releases).toEqual([]);
});
