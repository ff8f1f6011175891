import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { admissionsKey } from '../../src/limits/counter-writes.ts';
import { checkKeyId } from '../../src/release-checks/check-secrets.ts';
import type { Invoke } from '../../src/release-checks/invoke-function.ts';
import { managementChecks } from '../../src/release-checks/management-checks.ts';
import { runChecks } from '../../src/release-checks/run-checks.ts';
import { dayOf } from '../../src/time.ts';
import { networks } from '../support/settings.ts';
import { startTestRuntime, type TestRuntime, usageOf } from '../support/test-runtime.ts';
import { type Behaviour, startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';

// Runs the real bundles in the local runtime, each with its own role.

let status = 200;
const node: Behaviour = (response) => {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'ok' }));
};

let local: TestRuntime;
beforeAll(async () => {
  const urls = [(await startUpstream(node)).url];
  const upstreams = Object.fromEntries(networks.map(({ network }) => [network, urls]));
  local = await startTestRuntime(upstreams, { billing: true, stripePort: 0 });
});
afterAll(async () => {
  await local?.stop();
  await stopUpstreams();
});

/** Runs the check as CodeDeploy does and returns the status it reported. */
async function runCheck({ runtime }: TestRuntime, deploymentId: string) {
  const { template, invoke, logs } = runtime;
  const hook = template.ofType('AWS::Lambda::Function').find(({ logicalId }) => logicalId.startsWith('ReleaseCheck'));
  const event = { DeploymentId: deploymentId, LifecycleEventHookExecutionId: 'hook' };
  const { ok } = await invoke(hook?.attributes.Arn ?? '', JSON.stringify(event));
  const reported = logs()
    .filter(({ source, line }) => source === 'runtime' && line.includes('"hook_status"'))
    .map(({ line }) => JSON.parse(line))
    .find((line) => line.deploymentId === deploymentId);
  return { ended: ok, status: reported?.status };
}

const check = async (deploymentId: string): Promise<unknown> => {
  const { ended, status } = await runCheck(local, deploymentId);
  expect(ended).toBe(true);
  return status;
};

describe('the pre-traffic check', () => {
  test('reports success to CodeDeploy if the versions answer a call on every network', async () => {
    expect(await check('d-good')).toBe('Succeeded');
  });

  test('reports success if the nodes turn the gateway away', async () => {
    status = 403;
    expect(await check('d-rejected')).toBe('Succeeded');
    status = 200;
  });

  test('records its calls under its own keys only', async () => {
    await local.runtime.drained();
    const usageIn = async (deploymentId: string, network: string) => {
      const keyId = checkKeyId(deploymentId, network);
      const { outcomes, records, admitted } = await usageOf(local, { keyId });
      return { outcomes, admitted, records: records.length };
    };
    for (const { network } of networks) {
      expect(await usageIn('d-good', network)).toEqual({ outcomes: { ok: 1 }, admitted: 1, records: 1 });
      const rejected = { outcomes: { upstream_error: 1 }, admitted: 0, records: 1 };
      expect(await usageIn('d-rejected', network)).toEqual(rejected);
    }
  });

  test('reports failure to CodeDeploy if the gateway itself fails, and logs why', async () => {
    // A counter that is not a number: DynamoDB refuses to add to it.
    for (const { network } of networks) {
      await local.admissions.put({ ...admissionsKey(checkKeyId('d-bad', network), dayOf(Date.now())), used: 'broken' });
    }
    expect(await check('d-bad')).toBe('Failed');
    const lines = local.runtime.logs().filter(({ line }) => line.includes('release_check_failed'));
    expect(lines.map(({ line }) => JSON.parse(line))).toMatchObject(
      networks.map(({ network }) => ({
        check: `the proxy answers getHealth on ${network}`,
        detail: 'result: the gateway failed: limits_unavailable',
      })),
    );
  });
});

test('a check that may not report ends with an error, and CodeDeploy waits (docs/stuck-deployments.md)', async () => {
  const onTemplate = (path: string) =>
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replaceAll('codedeploy:PutLifecycleEventHookExecutionStatus', 'codedeploy:None'),
    );
  const silent = await startTestRuntime({}, { onTemplate });
  expect(await runCheck(silent, 'd-silent')).toEqual({ ended: false, status: undefined });
  await silent.stop();
});

describe('the check of the management API', () => {
  test('finds that each function answers as it should', async () => {
    const { template, invoke } = local.runtime;
    const aliasOf = (beginning: string) =>
      template.ofType('AWS::Lambda::Alias').find(({ logicalId }) => logicalId.startsWith(`${beginning}FunctionAlias`))
        ?.ref ?? '';
    const functions = {
      api: aliasOf('ControlPlaneApi'),
      publicApi: aliasOf('ControlPlanePublicApi'),
      tokenAuthorizer: aliasOf('ControlPlaneTokenAuthorizer'),
      keyAuthorizer: aliasOf('ControlPlaneKeyApiAuthorizer'),
      keyApi: aliasOf('ControlPlaneKeyApiHandler'),
      billingEvents: aliasOf('BillingEvents'),
    };
    const answerOf: Invoke = async (arn, event) => {
      const outcome = await invoke(arn, JSON.stringify(event));
      return outcome.ok ? JSON.parse(outcome.payload) : outcome;
    };
    expect(await runChecks(managementChecks(functions, 'free'), answerOf)).toEqual([]);
  });

  test('changes nothing: no account, and no mail', async () => {
    const { logs } = local.runtime;
    const lines = logs().filter(
      ({ line }) => line.includes('"api_request"') && line.includes('"requestId":"pre-traffic-check"'),
    );
    expect(lines.map(({ line }) => JSON.parse(line).status).toSorted()).toEqual([400, 404]);
  });
});
