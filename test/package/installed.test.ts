import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { serveTemplate } from '../../bin/start/serve-template.ts';
import { functionSources } from '../../lib/functions/function-sources.ts';
import { Teardown } from '../../packages/cdk-local/teardown.ts';
import { startChain } from '../../packages/solana-node/chain.ts';
import { settingsFile } from '../../src/settings.ts';
import { reviewedTemplate } from '../bin/reviewed-template.ts';
import { withoutHashes } from '../bin/without-hashes.ts';
import { onAnyTarget } from '../conformance/cases.ts';
import { type LocalTarget, targetOf } from '../conformance/target.ts';
import { stackSettings, withNodes } from '../lib/synthesis.ts';
import { isNight } from '../support/effort.ts';
import { call, post } from '../support/rpc.ts';
import { settings } from '../support/settings.ts';
import { startSickNode } from '../support/sick-node.ts';
import { operate } from '../support/test-runtime.ts';
import { type Ended, type InstalledApp, installApp } from './installed-app.ts';
import { jestCases } from './jest.cases.ts';
import { proxyCases } from './proxy.cases.ts';
import { typeCases } from './type.cases.ts';
import { wrongUseCases } from './wrong-use.cases.ts';

// One installation and one synthesis for all cases: both take most of the time.

const teardown = new Teardown();
let app: InstalledApp;
let synthesis: Ended;
let localSettings: typeof settings;
let node: LocalTarget['node'];

/** As in apps/app.mjs. */
const account = '123456789012';

const read = (path: string): string => readFileSync(join(app.folder, path), 'utf8');

beforeAll(async () => {
  app = installApp();
  teardown.add(app.remove);
  node = await teardown.started(startSickNode());
  const devnet = await teardown.started(startChain({ network: 'devnet' }));
  const networks = withNodes({ mainnet: [{ url: node.url }], devnet: [{ url: devnet.url }] });
  localSettings = { ...settings, networks };
  app.write('settings.json', JSON.stringify({ settings: stackSettings, localSettings }));
  app.write('app.mjs', readFileSync(fileURLToPath(new URL('apps/app.mjs', import.meta.url)), 'utf8'));
  // The judge has the CDK validate the repository's template, which is the same.
  const env = { CDK_VALIDATION: 'false' };
  synthesis = await app.run(['cdk', 'synth', '--quiet', '--app', 'node app.mjs'], { env });
});
afterAll(() => teardown.run());

const template = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ Resources: v.record(v.string(), v.looseObject({ Type: v.string() })) }),
);

describe('cdk synth, with the tarball, the CDK and no network', () => {
  test('succeeds', () => {
    expect(synthesis).toMatchObject({ status: 0 });
  });

  test('makes the golden resources, policies and outputs, without any feature flag; only the CDK’s usage report is added', () => {
    const { Resources, Conditions, ...others } = v.parse(
      template,
      withoutHashes(read('cdk.out/Sluice-prod.template.json')),
    );
    const { CDKMetadata, ...resources } = Resources;
    expect(CDKMetadata?.Type).toBe('AWS::CDK::Metadata');
    expect(Object.keys(Conditions ?? {})).toEqual(['CDKMetadataAvailable']);
    const golden = readFileSync(fileURLToPath(new URL('../bin/sluice-prod.golden.json', import.meta.url)), 'utf8');
    expect(reviewedTemplate({ ...others, Resources: resources })).toEqual(JSON.parse(golden));
  });

  test('stages the functions of the package, byte for byte', () => {
    const deployed = v.parse(withAssets, read('cdk.out/Own.template.json'));
    const paths = Object.values(deployed.Resources).flatMap(({ Properties, Metadata }) =>
      Properties?.Runtime === 'nodejs24.x' ? (Metadata?.['aws:asset:path'] ?? '') : [],
    );
    const packaged = Object.keys(functionSources).map((name) =>
      bundleHash(`node_modules/sluice-cdk/dist/artifacts/functions/${name}`),
    );
    expect(paths).toHaveLength(13);
    expect(packaged).toEqual(expect.arrayContaining(paths.map((path) => bundleHash(`cdk.out/${path}`))));
  });
});

/** Answers like the AWS CLI of credentials that may ask nothing but who they are. */
const deniedCli = `#!/bin/sh
case "$1" in
  sts) echo '{"Account":"${account}"}' ;;
  configure) echo eu-central-1 ;;
  *) echo 'An error occurred (AccessDenied) when calling the X operation: no' >&2; exit 254 ;;
esac
`;

test('sluice-cdk preflight asks the AWS CLI for every stack that was synthesized', async () => {
  app.write('programs/aws', deniedCli);
  chmodSync(join(app.folder, 'programs/aws'), 0o755);
  const PATH = `${join(app.folder, 'programs')}:${dirname(process.execPath)}:/usr/bin:/bin`;
  const command = join(app.folder, 'node_modules/.bin/sluice-cdk');
  const { status, stdout, stderr } = await app.run([command, 'preflight'], { env: { PATH } });
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(stdout).toMatch(/^Sluice-prod: account 123456789012, region \S+\nUNKNOWN {2}bootstrap: /m);
  expect(stdout).toMatch(/^Own: account 123456789012, region \S+$/m);
  expect(stdout).toMatch(/by hand {2}cloudfront: /);
});

const withAssets = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    Resources: v.record(
      v.string(),
      v.object({
        Properties: v.optional(v.looseObject({ Runtime: v.optional(v.unknown()) })),
        Metadata: v.optional(v.object({ 'aws:asset:path': v.optional(v.string()) })),
      }),
    ),
  }),
);

/** The SHA-256 of the bundle in a folder; its settings may be beside it. */
function bundleHash(folder: string): string {
  const [name = ''] = readdirSync(join(app.folder, folder)).filter((file) => /^index\.m?js$/.test(file));
  return createHash('sha256')
    .update(read(join(folder, name)))
    .digest('hex');
}

/** The nodes are in the functions' settings, and those are in their assets: the template stays as it is. */
function useLocalNodes(): void {
  const folder = join(app.folder, 'cdk.out');
  for (const path of readdirSync(folder, { encoding: 'utf8', recursive: true })) {
    if (!path.endsWith(`/${settingsFile}`)) continue;
    const deployed = JSON.parse(readFileSync(join(folder, path), 'utf8'));
    writeFileSync(join(folder, path), JSON.stringify({ ...deployed, networks: localSettings.networks }));
  }
}

describe('the golden template, served by the local runtime with other nodes', () => {
  let local: LocalTarget;

  beforeAll(async () => {
    useLocalNodes();
    const { gateway } = await serveTemplate({
      template: join(app.folder, 'cdk.out/Sluice-prod.template.json'),
      instances: { '': { settings: localSettings } },
      accountId: account,
    });
    const operated = operate(gateway(''));
    teardown.add(operated.stop);
    local = { ...targetOf(operated), local: operated, node };
  });

  // The template and the bundles are the repository's, byte for byte: that they do the rest is proved by test/conformance.
  test('answers a call of a new key', async () => {
    const { secret } = await local.local.newKey();
    const { status, body } = await post(local.local.runtime.endpoints.devnet ?? '', secret, call('getHealth'));
    expect([status, JSON.parse(body)]).toEqual([200, { jsonrpc: '2.0', id: 1, result: 'ok' }]);
  });
  if (isNight) describe('conformance', () => onAnyTarget(() => local));

  test('the dashboard is that of the package', async () => {
    const { dashboardUrl } = local.local.runtime;
    const dashboard = 'node_modules/sluice-cdk/dist/artifacts/dashboard';
    for (const [path, file] of [
      ['/', 'index.html'],
      ['/third-party-notices.txt', 'third-party-notices.txt'],
    ]) {
      const answer = await fetch(`${dashboardUrl}${path}`);
      expect([answer.status, await answer.text()]).toEqual([200, read(`${dashboard}/${file}`).replace(/^\uFEFF/, '')]);
    }
  });
});

describe('types', () => typeCases(() => app));
if (isNight) describe('Jest', () => jestCases(() => app));
describe('wrong use', () => wrongUseCases(() => app));
describe('commands', () => proxyCases(() => app));
