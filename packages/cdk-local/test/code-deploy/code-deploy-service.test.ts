import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HookStatus } from '../../code-deploy/code-deploy-service.ts';
import { type Gate, startGate } from '../../gate.ts';
import { attribute, noServices, role, send, signed } from '../iam/test-gate.ts';
import { templateWith, testLocation } from '../template/template-file.ts';

const groupArn = (name: string) =>
  `arn:aws:codedeploy:${testLocation.region}:${testLocation.accountId}:deploymentgroup:Application/${name}`;
const group = (DeploymentGroupName: string) => ({
  Type: 'AWS::CodeDeploy::DeploymentGroup',
  Properties: { ApplicationName: { Ref: 'Application' }, DeploymentGroupName },
});
const action = 'codedeploy:PutLifecycleEventHookExecutionStatus';
const functionOf = (roleId: string) => ({
  Type: 'AWS::Lambda::Function',
  Properties: { Role: attribute(roleId, 'Arn') },
});
const alias = (groupId: string, hook: object) => ({
  Type: 'AWS::Lambda::Alias',
  Properties: { FunctionName: 'Released', Name: 'live' },
  UpdatePolicy: { CodeDeployLambdaAliasUpdate: { DeploymentGroupName: { Ref: groupId }, ...hook } },
});
const groupsArns = ['first', 'second'].map(groupArn);
const template = templateWith({
  Application: { Type: 'AWS::CodeDeploy::Application' },
  First: group('first'),
  Second: group('second'),
  Other: group('other'),
  Hook: role(['Allow', action, groupsArns]),
  HookFunction: functionOf('Hook'),
  HookOfOne: role(['Allow', action, groupArn('other')]),
  HookOfOneFunction: functionOf('HookOfOne'),
  NoHook: role(['Allow', action, groupsArns]),
  NoHookFunction: functionOf('NoHook'),
  FirstLive: alias('First', { BeforeAllowTrafficHook: { Ref: 'HookFunction' } }),
  SecondLive: alias('Second', {
    BeforeAllowTrafficHook: { Ref: 'HookFunction' },
    AfterAllowTrafficHook: { Ref: 'HookOfOneFunction' },
  }),
  OtherLive: alias('Other', { AfterAllowTrafficHook: { Ref: 'HookOfOneFunction' } }),
});

let gate: Gate;
const statuses: HookStatus[] = [];
beforeAll(async () => {
  gate = await startGate({ template, ...noServices, onHookStatus: (status) => void statuses.push(status) });
});
afterAll(() => gate.stop());

describe('CodeDeploy', () => {
  const status = { deploymentId: 'd-1', lifecycleEventHookExecutionId: 'hook-1', status: 'Succeeded' };
  const put = async (logicalId: string, input: object) => {
    const target = 'CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus';
    const authorization = signed(gate, logicalId, 'codedeploy');
    const { status, body } = await send(gate, { target, authorization, body: JSON.stringify(input) });
    return { status, ...JSON.parse(body) };
  };

  test('hears how a hook ended, which needs no permission for other groups', async () => {
    expect(await put('Hook', status)).toEqual({ status: 200, lifecycleEventHookExecutionId: 'hook-1' });
    expect(statuses).toEqual([status]);
  });

  test('refuses a hook that may not speak for every deployment group that has it', async () => {
    const { status: refused, ...answer } = await put('HookOfOne', status);
    expect(refused).toBe(400);
    expect(JSON.stringify(answer)).toContain(`is not authorized to perform: ${action}`);
  });

  test('refuses a function that is the hook of no deployment group', async () => {
    const answer = await put('NoHook', status);
    expect(answer).toMatchObject({ status: 400, __type: expect.stringContaining('ValidationException') });
    expect(JSON.stringify(answer)).toContain('No deployment group of the template has this function as a hook');
  });

  test('refuses a status that says neither yes nor no', async () => {
    const answer = await put('Hook', { ...status, status: 'Pending' });
    expect(answer).toMatchObject({ status: 400, __type: expect.stringContaining('ValidationException') });
  });

  test('refuses every other request', async () => {
    const answer = await send(gate, {
      target: 'CodeDeploy_20141006.GetDeployment',
      authorization: signed(gate, 'Hook', 'codedeploy'),
    });
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('UnknownOperationException') });
  });
});
