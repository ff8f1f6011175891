import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { changeProxy } from '../../../bin/first-deployment/change-proxy.ts';
import { stack } from '../../../bin/first-deployment/stage.ts';
import { failingCode } from '../../../bin/first-deployment/steps.ts';
import type { SynthOptions } from '../../../bin/start/synth.ts';
import { templateFileOf } from '../../../packages/cdk-local/template/cloud-assembly.ts';
import { sharedAssembly } from '../../support/shared-assembly.ts';
import { startTestRuntime, type TestRuntime } from '../../support/test-runtime.ts';

const into = join(mkdtempSync(join(tmpdir(), 'sluice-failing-')), 'cdk.out');
let assembly: string;
let local: TestRuntime;

beforeAll(async () => {
  const synth = async (options: SynthOptions) => {
    assembly = dirname(await sharedAssembly(options));
    changeProxy(assembly, { stack, into, change: () => failingCode });
    return templateFileOf(into);
  };
  local = await startTestRuntime({}, { synth });
});
afterAll(() => local?.stop());

test('the forced failure of a first deployment is found before it gets traffic, and reported to CodeDeploy', async () => {
  const { template, invoke, logs } = local.runtime;
  const check = template
    .ofType('AWS::Lambda::Function')
    .find(({ logicalId }) => logicalId.startsWith('ReleaseCheckFunction'));
  const event = { DeploymentId: 'd-forced', LifecycleEventHookExecutionId: 'hook' };
  await invoke(check?.attributes.Arn ?? '', JSON.stringify(event));
  const lines = logs().flatMap(({ line }) => (line.includes('d-forced') ? [line] : []));
  expect(lines.filter((line) => line.includes('"hook_status"')).join()).toContain('"status":"Failed"');
  // The other functions are as they were.
  const failed = lines.filter((line) => line.includes('release_check_failed'));
  expect(failed).toHaveLength(2);
  expect(failed.every((line) => line.includes('the proxy answers getHealth'))).toBe(true);
});

test('a changed proxy is a new version of it alone, with its own asset and template', () => {
  const text = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8');
  const ids = (folder: string) => Object.keys(JSON.parse(text(folder, `${stack}.template.json`)).Resources);
  const onlyIn = (one: string, other: string) => ids(one).filter((id) => !ids(other).includes(id));
  expect(onlyIn(into, assembly)).toEqual([expect.stringContaining('DataPlaneProxyFunctionCurrentVersion')]);
  expect(onlyIn(assembly, into)).toHaveLength(1);
  const keys = (folder: string) => Object.keys(JSON.parse(text(folder, `${stack}.assets.json`)).files);
  const moved = keys(into).filter((key) => !keys(assembly).includes(key));
  expect(moved).toHaveLength(2);
  expect(moved.some((key) => text(into, 'manifest.json').includes(key))).toBe(true);
});
