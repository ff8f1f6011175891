import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { synthesize } from '../../../bin/start/synth.ts';
import { functionSettings } from '../../../lib/settings/function-settings.ts';
import { withOperations } from '../../../lib/settings/operations.ts';
import { readFunction } from '../../../packages/cdk-local/functions/function-definition.ts';
import { templateFileOf } from '../../../packages/cdk-local/template/cloud-assembly.ts';
import { loadTemplate } from '../../../packages/cdk-local/template/template.ts';
import { testLocation } from '../../../packages/cdk-local/test/template/template-file.ts';
import { readFunctionSettings } from '../../../src/settings.ts';
import { runAppInHost } from '../../support/app-host.ts';
import { settings } from '../../support/settings.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-synth-'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('synthesize', () => {
  test('makes the template of the stage, and puts the given settings beside the bundles', async () => {
    const outDir = join(folder, 'cdk.out');
    const local = [{ url: 'http://127.0.0.1:8899' }];
    const networks = settings.networks.map((row) => (row.network === 'devnet' ? { ...row, upstreams: local } : row));
    const given = { ...settings, networks, mail: { from: 'hello@b.example' } };
    const template = loadTemplate(
      await synthesize({ outDir, stage: 'dev', settings: given }, runAppInHost),
      testLocation,
    );
    expect(template.folder).toBe(outDir);
    const proxy = template
      .ofType('AWS::Lambda::Function')
      .find(({ logicalId }) => logicalId.startsWith('DataPlaneProxy'));
    const read = readFunctionSettings({ LAMBDA_TASK_ROOT: proxy && readFunction(proxy, outDir).folder });
    // As dev is deployed: with light operations, and one round of watch a minute.
    expect(read).toEqual(functionSettings(withOperations(given, 'light')));
    // The sender is the settings', in the region that the local stack is said to be in.
    const [{ properties } = {}] = template.ofType('AWS::Cognito::UserPool');
    const SourceArn = expect.stringContaining(':us-east-1:');
    expect(properties).toMatchObject({ EmailConfiguration: { From: 'Sluice <hello@b.example>', SourceArn } });
  });

  test('says what the CDK app wrote when it fails', async () => {
    const failing = synthesize({ outDir: join(folder, 'failed'), stage: 'no-such-stage', settings });
    await expect(failing).rejects.toMatchObject({
      code: 'synth_failed',
      stderr: expect.stringContaining('no-such-stage'),
      message: expect.stringContaining('no-such-stage'),
    });
  });
});

describe('templateFileOf', () => {
  const stack = (templateFile: string) => ({ type: 'aws:cloudformation:stack', properties: { templateFile } });
  const assembly = (artifacts: object) => writeFile(join(folder, 'manifest.json'), JSON.stringify({ artifacts }));

  test('finds the one stack among other artifacts', async () => {
    await assembly({ A: stack('A.template.json'), assets: { type: 'cdk:asset-manifest', properties: { file: 'x' } } });
    expect(templateFileOf(folder)).toBe(join(folder, 'A.template.json'));
  });

  test.each([
    ['none', {}],
    ['several', { A: stack('A'), B: stack('B') }],
  ])('refuses an assembly with stacks: %s', async (_, artifacts) => {
    await assembly(artifacts);
    expect(() => templateFileOf(folder)).toThrow(expect.objectContaining({ code: 'not_one_stack' }));
  });
});
