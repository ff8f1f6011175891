import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { build } from 'esbuild';
import { DataPlane } from '../../lib/data-plane.ts';
import { stageNamed } from '../../lib/stage.ts';
import { Tables } from '../../lib/tables.ts';
import { readByFunctions } from '../support/settings.ts';
import { appOptions, context } from './synthesis.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-bundles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Bundles = Readonly<Record<'Authorizer' | 'Proxy' | 'Tally', Buffer>>;

/** The one file that each function of the data plane is deployed as. */
function bundles(): Bundles {
  const app = new App({
    ...appOptions,
    outdir: folder,
    context: { ...context(), 'aws:cdk:enable-asset-metadata': true },
  });
  const stack = new Stack(app, 'Bundles');
  const stage = stageNamed('prod');
  const tables = new Tables(stack, 'Tables', stage);
  new DataPlane(stack, 'DataPlane', { stage, tables, settings: readByFunctions });
  const { Resources } = app.synth().getStackByName('Bundles').template;
  const fileOf = (name: string): Buffer => {
    const id = Object.keys(Resources).find((logicalId) => new RegExp(`${name}Function[0-9A-F]{8}$`).test(logicalId));
    const path = join(folder, Resources[id ?? ''].Metadata['aws:asset:path']);
    return readFileSync(join(path, readdirSync(path)[0] ?? ''));
  };
  return { Authorizer: fileOf('Authorizer'), Proxy: fileOf('Proxy'), Tally: fileOf('Tally') };
}

describe('the bundle', () => {
  let files: Bundles;

  beforeAll(() => {
    files = bundles();
  }, 120_000);

  // What a function loads, and what of it Lambda keeps and fetches; a cold start pays for each kilobyte of both.
  test.each([
    { name: 'Authorizer', kilobytes: 32, zipped: 11 },
    { name: 'Proxy', kilobytes: 64, zipped: 25 },
    { name: 'Tally', kilobytes: 45, zipped: 18 },
  ] as const)('of the $name has at most $kilobytes KB, zipped $zipped KB', ({ name, kilobytes, zipped }) => {
    expect(files[name].length).toBeLessThanOrEqual(kilobytes * 1_024);
    expect(deflateRawSync(files[name]).length).toBeLessThanOrEqual(zipped * 1_024);
  });

  test.each(['Authorizer', 'Proxy', 'Tally'] as const)(
    'of the %s holds no SDK, and imports no large module of Node’s',
    (name) => {
      const code = files[name].toString();
      expect(code).not.toMatch(/smithy|DynamoDBClient|@aws-sdk/);
      expect(code).not.toMatch(/from"node:(https?|net|tls|crypto|zlib|buffer)"|fetch\(/);
    },
  );
});

test('Stripe’s SDK is evaluated only when a function calls it: the API starts without it', async () => {
  const { metafile } = await build({
    entryPoints: ['lambda/control-plane/api.ts'],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    outdir: folder,
  });
  const imports = Object.entries(metafile.inputs)
    .filter(([path]) => !path.startsWith('node_modules/stripe/'))
    .flatMap(([path, input]) => input.imports.map((one) => ({ ...one, from: path })))
    .filter(({ path }) => path.startsWith('node_modules/stripe/'));
  expect(imports.map(({ from, kind }) => [from, kind])).toEqual([['src/billing/stripe-client.ts', 'dynamic-import']]);
});
