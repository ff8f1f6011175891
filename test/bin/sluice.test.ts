import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { stageNamed } from '../../lib/instance/stage.ts';
import { functionSettings } from '../../lib/settings/function-settings.ts';
import { withOperations } from '../../lib/settings/operations.ts';
import { stagedFolder } from '../../packages/cdk-local/template/cloud-assembly.ts';
import { readFunctionSettings, settingsFile } from '../../src/settings.ts';
import { context, stackSettings, stageNames, upstreams } from '../lib/synthesis.ts';
import { runAsProcess, runInHost } from '../support/program-host.ts';
import { reviewedTemplate } from './reviewed-template.ts';
import { differences } from './template-differences.ts';
import { withoutHashes } from './without-hashes.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sluice-app-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** prod must name its account; dev does too, so that the templates differ less. */
const contextOf = (stage: string) => ({ ...context(), upstreams, stage, account: '123456789012' });

/** The app, as the local runtime runs it. The CDK does not validate the template: that takes longer than to make it. */
const appWith = (given: Record<string, unknown>, outdir: string) => ({
  script: join(repository, 'bin/sluice.ts'),
  args: [],
  cwd: repository,
  env: {
    ...process.env,
    CDK_CONTEXT_JSON: JSON.stringify(given),
    CDK_OUTDIR: join(folder, outdir),
    CDK_VALIDATION: 'false',
  },
  input: '',
});

const run = (given: Record<string, unknown>, outdir: string) => runInHost(appWith(given, outdir));

const synthesized = (outdir: string, stageName: string): string =>
  readFileSync(join(folder, outdir, `Sluice-${stageName}.template.json`), 'utf8');

/** A template without the name of its stage, and without the hashes in the logical ids that the CDK derives from it. */
const withoutStageName = (template: string): string =>
  template
    .replace(/\w*Sluice(dev|prod)\w*/gi, (name) => name.replace(/[0-9A-F]{8}/g, ''))
    .replace(/(Sluice[-/]?)(dev|prod)/gi, '$1STAGE');

/** Compares a value with a golden file, or writes the file when UPDATE_GOLDEN is set. */
function expectGolden(name: string, value: unknown): void {
  const file = fileURLToPath(new URL(name, import.meta.url));
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, `${JSON.stringify(value, null, 1)}\n`);
  expect(value).toEqual(JSON.parse(readFileSync(file, 'utf8')));
}

type Resource = {
  Properties?: { Runtime?: string; SourceMarkers?: object[]; SourceObjectKeys: string[] };
  Metadata: { 'aws:asset:path': string };
};

describe.each(stageNames)('the app for %s', (stage) => {
  beforeAll(async () => {
    expect(await run(contextOf(stage), `${stage}-once`)).toMatchObject({ code: 0 });
  });

  test('stages a config.json with the dashboard’s API, user pool and service', () => {
    const { Resources } = JSON.parse(synthesized(`${stage}-once`, stage));
    const sources = Object.values<Resource>(Resources).flatMap(({ Properties }) =>
      Properties?.SourceMarkers ? Properties.SourceObjectKeys : [],
    );
    expect(sources).toHaveLength(1);
    const staged = stagedFolder(join(folder, `${stage}-once`), sources[0] ?? '') ?? '';
    expect(JSON.parse(readFileSync(join(staged, 'config.json'), 'utf8'))).toEqual({
      apiUrl: '/',
      userPool: { endpoint: '<<marker:0xbaba:0>>', id: '<<marker:0xbaba:1>>', clientId: '<<marker:0xbaba:2>>' },
      service: { name: stackSettings.service.name },
      signUp: 'open',
      statusPage: true,
    });
  });

  test('sets every feature flag, so that the CDK’s command does not end with the number of those that are not', () => {
    const manifest = JSON.parse(readFileSync(join(folder, `${stage}-once`, 'manifest.json'), 'utf8'));
    const { flags } = manifest.artifacts['aws-cdk-lib/feature-flag-report'].properties;
    expect(Object.keys(flags).filter((flag) => flags[flag].userValue === undefined)).toEqual([]);
  });

  test('names no path of the machine it ran on', () => {
    const template = synthesized(`${stage}-once`, stage);
    expect(template).not.toContain(repository);
    expect(template).not.toContain(folder);
  });

  test('stages the code of each function beside the template: one file without a source map, and its settings', () => {
    const { Resources } = JSON.parse(synthesized(`${stage}-once`, stage));
    const functions = Object.values<Resource>(Resources).filter(
      ({ Properties }) => Properties?.Runtime === 'nodejs24.x',
    );
    const { operations } = stageNamed(stage);
    const checks = operations === 'full' ? 1 : 0;
    expect(functions).toHaveLength(13 + checks);
    const folders = functions.map(({ Metadata }) => join(folder, `${stage}-once`, Metadata['aws:asset:path']));
    const withSettings = folders.filter((staged) => existsSync(join(staged, settingsFile)));
    // Only the authorizer, the account sweep and the token authorizer need none.
    expect(withSettings).toHaveLength(10 + checks);
    for (const staged of folders) {
      const settings = withSettings.includes(staged) ? [settingsFile] : [];
      expect(readdirSync(staged)).toEqual([expect.stringMatching(/^index\.m?js$/), ...settings]);
    }
    const expected = functionSettings(withOperations(stackSettings, operations));
    for (const staged of withSettings) expect(readFunctionSettings({ LAMBDA_TASK_ROOT: staged })).toEqual(expected);
  });
});

test('the app makes the same template from the same input, byte for byte, whatever the output folder and the process', async () => {
  expect(await runAsProcess(appWith(contextOf('prod'), 'prod-again'))).toMatchObject({ code: 0 });
  expect(synthesized('prod-again', 'prod')).toBe(synthesized('prod-once', 'prod'));
});

describe('the golden files (npm run golden updates them; review the diff)', () => {
  const reviewed = (outdir: string) => reviewedTemplate(JSON.parse(withoutHashes(synthesized(outdir, 'prod'))));

  test('prod has the agreed resources, policies and outputs', () => {
    expectGolden('sluice-prod.golden.json', reviewed('prod-once'));
  });

  test('nodes in a VPC change prod as agreed', async () => {
    const config = fileURLToPath(new URL('../upgrade/templates/vpc.config.ts', import.meta.url));
    expect(await run({ ...contextOf('prod'), upstreams: undefined, config }, 'vpc')).toMatchObject({ code: 0 });
    expectGolden('sluice-vpc-differences.golden.json', differences(reviewed('prod-once'), reviewed('vpc')));
  });

  test('dev differs from prod as agreed', () => {
    const [prod, dev] = ['prod', 'dev'].map((stage) =>
      JSON.parse(withoutStageName(withoutHashes(synthesized(`${stage}-once`, stage)))),
    );
    expectGolden('sluice-dev-differences.golden.json', differences(prod, dev));
  });
});

// The functions' code is in the golden template of prod; here it would only take time.
const unbundled = { 'aws:cdk:bundling-stacks': [] };

describe('the app', () => {
  test('by default deploys dev, which allows the origin of Vite’s dashboard on this machine', async () => {
    const given = { ...context(), dashboardOrigin: undefined, ...unbundled };
    expect(await run(given, 'default')).toMatchObject({ code: 0 });
    expect(synthesized('default', 'dev')).toContain('Sluice-dev');
    expect(synthesized('default', 'dev')).toContain('"http://localhost:5173"');
  });

  test('on prod allows no other origin by default, and is bound to its account: the CDK deploys it to no other', async () => {
    const given = { ...contextOf('prod'), dashboardOrigin: undefined, region: 'eu-central-1', ...unbundled };
    expect(await run(given, 'bound')).toMatchObject({ code: 0 });
    expect(synthesized('bound', 'prod')).not.toContain('localhost');
    const { artifacts } = JSON.parse(readFileSync(join(folder, 'bound', 'manifest.json'), 'utf8'));
    expect(artifacts['Sluice-prod'].environment).toBe('aws://123456789012/eu-central-1');
  });

  // test/lib tries the messages of all settings; these are read where the app reads them.
  test.each([
    ['an unknown stage', { stage: 'staging' }, 'Unknown stage "staging": use dev or prod.'],
    [
      'prod without its account',
      { stage: 'prod' },
      'must name the account that it is deployed to: use -c account=123456789012.',
    ],
    [
      'a budget of zero',
      { budget: { dollarsPerMonth: 0, email: 'a@example.com' } },
      'budget.dollarsPerMonth: must be at least 1',
    ],
    [
      'text that is not JSON',
      { capacity: '{minWrites: 5}' },
      'The context value "capacity" is not JSON: {minWrites: 5}.',
    ],
  ])('refuses %s with a message and no stack trace, and writes no template', async (name, given, message) => {
    const { code, err } = await run({ ...context(), ...given }, name);
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(err).not.toMatch(/^\s+at /m);
    expect(existsSync(join(folder, name, 'manifest.json'))).toBe(false);
  });
});
