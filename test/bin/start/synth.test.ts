import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { synthesize } from '../../../bin/start/synth.ts';
import { templateFileOf } from '../../../packages/cdk-local/cloud-assembly.ts';
import { loadTemplate } from '../../../packages/cdk-local/template/template.ts';
import { testLocation } from '../../../packages/cdk-local/test/template/template-file.ts';

// The CDK app bundles the functions; on a busy machine that takes a while.
jest.setTimeout(120_000);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-synth-'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('synthesize', () => {
  test('makes the template of the stage, with the upstreams of the networks that were given in place of those of cdk.json', async () => {
    const outDir = join(folder, 'cdk.out');
    const upstreams = { devnet: [{ url: 'http://127.0.0.1:8899' }] };
    const template = loadTemplate(await synthesize({ outDir, stage: 'dev', upstreams }), testLocation);
    expect(template.folder).toBe(outDir);
    const variables = template.ofType('AWS::Lambda::Function').map(({ properties }) => JSON.stringify(properties));
    const proxy = variables.find((text) => text.includes('UPSTREAMS'));
    expect(proxy).toContain('http://127.0.0.1:8899');
    const { context } = JSON.parse(await readFile('cdk.json', 'utf8'));
    expect(proxy).toContain(context.upstreams.mainnet[0].url);
    expect(proxy).not.toContain(context.upstreams.devnet[0].url);
  });

  test('says what the CDK app wrote when it fails', async () => {
    const failing = synthesize({ outDir: join(folder, 'failed'), stage: 'no-such-stage', upstreams: {} });
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
