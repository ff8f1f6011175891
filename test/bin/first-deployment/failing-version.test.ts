import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { changeProxy } from '../../../bin/first-deployment/change-proxy.ts';
import { stack } from '../../../bin/first-deployment/stage.ts';
import { failingCode, updatedCode } from '../../../bin/first-deployment/steps.ts';
import type { SynthOptions } from '../../../bin/start/synth.ts';
import { templateFileOf } from '../../../packages/cdk-local/template/cloud-assembly.ts';
import { sharedAssembly } from '../../support/shared-assembly.ts';
import { startTestRuntime } from '../../support/test-runtime.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-failing-'));
afterAll(() => rmSync(folder, { recursive: true }));
const assembly = join(folder, 'as synthesized');
const into = join(folder, 'failing');

/** What the check before the traffic logs of a proxy with this code. */
async function checkProxy(name: string, change: (code: string) => string): Promise<string[]> {
  const synth = async (options: SynthOptions) => {
    const synthesized = dirname(await sharedAssembly(options));
    cpSync(synthesized, assembly, { recursive: true });
    changeProxy(synthesized, { stack, into: join(folder, name), change });
    return templateFileOf(join(folder, name));
  };
  const { runtime, stop } = await startTestRuntime({}, { synth });
  try {
    const { template, invoke, logs } = runtime;
    const check = template
      .ofType('AWS::Lambda::Function')
      .find(({ logicalId }) => logicalId.startsWith('ReleaseCheckFunction'));
    const event = { DeploymentId: 'd-forced', LifecycleEventHookExecutionId: 'hook' };
    await invoke(check?.attributes.Arn ?? '', JSON.stringify(event));
    return logs().flatMap(({ line }) => (line.includes('d-forced') ? [line] : []));
  } finally {
    await stop();
  }
}

const statusIn = (lines: readonly string[]) => lines.filter((line) => line.includes('"hook_status"')).join();

test('the update of a first deployment passes the check before the traffic', async () => {
  const lines = await checkProxy('updated', updatedCode);
  expect(statusIn(lines)).toContain('"status":"Succeeded"');
  expect(lines.filter((line) => line.includes('release_check_failed'))).toEqual([]);
});

test('the forced failure of a first deployment is found before it gets traffic, and reported to CodeDeploy', async () => {
  const lines = await checkProxy('failing', () => failingCode);
  expect(statusIn(lines)).toContain('"status":"Failed"');
  // The other functions are as they were.
  const failed = lines.filter((line) => line.includes('release_check_failed'));
  expect(failed).toHaveLength(2);
  for (const line of failed) {
    expect(line).toContain('the proxy answers getHealth');
    expect(line).toContain('The forced failure');
  }
});

test('a changed proxy is a new version of it alone, with its own asset and template', () => {
  const text = (of: string, file: string) => readFileSync(join(of, file), 'utf8');
  const ids = (of: string) => Object.keys(JSON.parse(text(of, `${stack}.template.json`)).Resources);
  const onlyIn = (one: string, other: string) => ids(one).filter((id) => !ids(other).includes(id));
  expect(onlyIn(into, assembly)).toEqual([expect.stringContaining('DataPlaneProxyFunctionCurrentVersion')]);
  expect(onlyIn(assembly, into)).toHaveLength(1);
  const keys = (of: string) => Object.keys(JSON.parse(text(of, `${stack}.assets.json`)).files);
  const moved = keys(into).filter((key) => !keys(assembly).includes(key));
  expect(moved).toHaveLength(2);
  expect(moved.some((key) => text(into, 'manifest.json').includes(key))).toBe(true);
});
