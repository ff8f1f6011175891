import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HookStatus } from '../../../local/code-deploy/service.ts';
import { type Gate, startGate } from '../../../local/iam/gate.ts';
import { codeDeploy, reach } from '../../../src/aws/services.ts';
import { noServices, role, roleArn, send, signed } from '../iam/gated.ts';
import { place, templateWith } from '../template/written-template.ts';

const groupArn = (name: string) =>
  `arn:aws:codedeploy:${place.region}:${place.accountId}:deploymentgroup:Application/${name}`;
const group = (DeploymentGroupName: string) => ({
  Type: 'AWS::CodeDeploy::DeploymentGroup',
  Properties: { ApplicationName: { Ref: 'Application' }, DeploymentGroupName },
});
const action = 'codedeploy:PutLifecycleEventHookExecutionStatus';
const template = templateWith({
  Application: { Type: 'AWS::CodeDeploy::Application' },
  First: group('first'),
  Second: group('second'),
  Hook: role(['Allow', action, [groupArn('first'), groupArn('second')]]),
  HookOfOne: role(['Allow', action, groupArn('first')]),
});

let gate: Gate;
const statuses: HookStatus[] = [];
beforeAll(async () => {
  gate = await startGate({ template, ...noServices, onHookStatus: (status) => void statuses.push(status) });
});
afterAll(() => gate.stop());

describe('CodeDeploy', () => {
  const status = { deploymentId: 'd-1', lifecycleEventHookExecutionId: 'hook-1', status: 'Succeeded' };
  const put = (logicalId: string, input: object) => {
    const { accessKeyId, secretAccessKey } = gate.credentialsOf(roleArn(logicalId));
    const service = reach(codeDeploy, {
      AWS_REGION: place.region,
      AWS_ENDPOINT_URL_CODEDEPLOY: gate.url,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    });
    return service.call('PutLifecycleEventHookExecutionStatus', input);
  };

  test('hears how a hook ended', async () => {
    expect(await put('Hook', status)).toEqual({ lifecycleEventHookExecutionId: 'hook-1' });
    expect(statuses).toEqual([status]);
  });

  test('refuses a hook that may not speak for every deployment group', async () => {
    await expect(put('HookOfOne', status)).rejects.toThrow(`is not authorized to perform: ${action}`);
  });

  test('refuses a status that says neither yes nor no', async () => {
    await expect(put('Hook', { ...status, status: 'Pending' })).rejects.toMatchObject({ name: 'ValidationException' });
  });

  test('refuses every other request', async () => {
    const answer = await send(gate, {
      target: 'CodeDeploy_20141006.GetDeployment',
      authorization: signed(gate, 'Hook', 'codedeploy'),
    });
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('UnknownOperationException') });
  });
});
