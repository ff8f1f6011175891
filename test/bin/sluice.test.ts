import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { stagedFolder } from '../../packages/cdk-local/cloud-assembly.ts';
import { context, stageNames } from '../lib/synthesis.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const golden = (stageName: string) => fileURLToPath(new URL(`sluice-${stageName}.golden.json`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sluice-app-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a stage cannot do without: prod says which account it is for. */
const contextOf = (stage: string) => ({ ...context(), stage, ...(stage === 'prod' && { account: '123456789012' }) });

/** Runs the app alone, as the local runtime does, with the given context and into the given folder. */
async function run(given: Record<string, unknown>, outdir: string): Promise<{ status: unknown; stderr: string }> {
  const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(given), CDK_OUTDIR: join(folder, outdir) };
  const app = spawn(process.execPath, ['bin/sluice.ts'], { cwd: repository, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const status = new Promise((resolve, reject) => app.once('close', resolve).once('error', reject));
  const [ended, stderr] = await Promise.all([status, text(app.stderr)]);
  return { status: ended, stderr };
}

const synthesized = (outdir: string, stageName: string): string =>
  readFileSync(join(folder, outdir, `Sluice-${stageName}.template.json`), 'utf8');

/** The template as it is compared: the code of a function has the same hash whatever is in it, and so has its version. */
const withoutHashes = (template: string): unknown =>
  JSON.parse(
    template.replace(/\b[0-9a-f]{64}\b/g, 'HASH').replace(/(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}\b/g, '$1HASH'),
  );

type Resource = {
  Properties?: { Runtime?: string; SourceMarkers?: object[]; SourceObjectKeys: string[] };
  Metadata: { 'aws:asset:path': string };
};

describe.each(stageNames)('the app for %s', (stage) => {
  beforeAll(async () => {
    for (const outdir of [`${stage}-once`, `${stage}-again`]) {
      expect(await run(contextOf(stage), outdir)).toMatchObject({ status: 0 });
    }
  }, 120_000);

  test('makes the same template from the same input, byte for byte, wherever it is put', () => {
    expect(synthesized(`${stage}-again`, stage)).toBe(synthesized(`${stage}-once`, stage));
  });

  test('makes the template that was agreed on (npm run golden writes it anew, for the review to see)', () => {
    const template = withoutHashes(synthesized(`${stage}-once`, stage));
    if (process.env.UPDATE_GOLDEN) writeFileSync(golden(stage), `${JSON.stringify(template, null, 1)}\n`);
    expect(template).toEqual(JSON.parse(readFileSync(golden(stage), 'utf8')));
  });

  test('stages a config.json that says where the dashboard calls and signs in', () => {
    const { Resources } = JSON.parse(synthesized(`${stage}-once`, stage));
    const sources = Object.values<Resource>(Resources).flatMap(({ Properties }) =>
      Properties?.SourceMarkers ? Properties.SourceObjectKeys : [],
    );
    expect(sources).toHaveLength(1);
    const staged = stagedFolder(join(folder, `${stage}-once`), sources[0] ?? '') ?? '';
    expect(JSON.parse(readFileSync(join(staged, 'config.json'), 'utf8'))).toEqual({
      apiUrl: '/',
      userPool: { endpoint: '<<marker:0xbaba:0>>', id: '<<marker:0xbaba:1>>', clientId: '<<marker:0xbaba:2>>' },
    });
  });

  test('names no path of the machine it ran on', () => {
    const template = synthesized(`${stage}-once`, stage);
    expect(template).not.toContain(repository);
    expect(template).not.toContain(folder);
  });

  test('says where the code of each function is, beside the template: one file without a source map', () => {
    const { Resources } = JSON.parse(synthesized(`${stage}-once`, stage));
    const functions = Object.values<Resource>(Resources).filter(
      ({ Properties }) => Properties?.Runtime === 'nodejs24.x',
    );
    expect(functions).toHaveLength(7);
    for (const { Metadata } of functions) {
      const path = Metadata['aws:asset:path'];
      expect(readdirSync(join(folder, `${stage}-once`, path))).toEqual([expect.stringMatching(/^index\.m?js$/)]);
    }
  });
});

describe('the app', () => {
  test('is for dev when no stage is named', async () => {
    expect(await run({ ...context(), 'aws:cdk:bundling-stacks': [] }, 'default')).toMatchObject({ status: 0 });
    expect(synthesized('default', 'dev')).toContain('Sluice-dev');
  });

  test('lets the dashboard that Vite serves on this machine call when no other is named, on dev only', async () => {
    const given = { ...context(), dashboardOrigin: undefined, 'aws:cdk:bundling-stacks': [] };
    expect(await run(given, 'local-dashboard')).toMatchObject({ status: 0 });
    expect(synthesized('local-dashboard', 'dev')).toContain('"http://localhost:5173"');
  });

  test('needs to be told of no other dashboard on prod', async () => {
    const given = { ...contextOf('prod'), dashboardOrigin: undefined, 'aws:cdk:bundling-stacks': [] };
    expect(await run(given, 'no-other-dashboard')).toMatchObject({ status: 0 });
    expect(synthesized('no-other-dashboard', 'prod')).not.toContain('localhost');
  });

  test('binds prod to its account, in which alone the CDK deploys it', async () => {
    const given = { ...contextOf('prod'), region: 'eu-central-1', 'aws:cdk:bundling-stacks': [] };
    expect(await run(given, 'bound')).toMatchObject({ status: 0 });
    const { artifacts } = JSON.parse(readFileSync(join(folder, 'bound', 'manifest.json'), 'utf8'));
    expect(artifacts['Sluice-prod'].environment).toBe('aws://123456789012/eu-central-1');
  });

  test.each([
    ['an unknown stage', { stage: 'staging' }, 'Unknown stage "staging": use -c stage=dev or -c stage=prod.'],
    ['prod without its account', { stage: 'prod' }, 'to no other: use -c account=123456789012.'],
    ['a name without a certificate', { domains: '{"rpc":{"name":"rpc.example.com"}}' }, 'rpc: needs the ARN'],
    ['a budget of nothing', { budget: { dollarsPerMonth: 0 } }, 'The context value "budget" is wrong:'],
    ['too large a reservation', { lambdaConcurrency: 10 }, 'New accounts start at 10'],
    ['a capacity without a minimum', { capacity: '{}' }, 'The context value "capacity" is wrong:'],
    ['an unknown network', { upstreams: { testnet: [] } }, 'The context value "upstreams" (in cdk.json) is wrong:'],
    ['an origin that is none', { dashboardOrigin: '*' }, 'The context value "dashboardOrigin" "*" is not an origin'],
    ['no upstreams', { upstreams: undefined }, 'The context value "upstreams" (in cdk.json) is wrong:'],
  ])('refuses %s with a message and no stack trace, and makes nothing', async (name, given, message) => {
    const { status, stderr } = await run({ ...context(), ...given }, name);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(join(folder, name, 'manifest.json'))).toBe(false);
  });
});
