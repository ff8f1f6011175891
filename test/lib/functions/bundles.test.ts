import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { buildFunctions } from '../../../bin/build/build-functions.ts';
import { functionSources } from '../../../lib/functions/function-sources.ts';

type Bundles = Readonly<Record<'Authorizer' | 'Proxy' | 'Tally', Buffer>>;

/** The one file that each function of the data plane is deployed as. */
function bundles(): Bundles {
  const functions = buildFunctions();
  const fileOf = (name: string): Buffer => readFileSync(join(functions, name, 'index.mjs'));
  return { Authorizer: fileOf('authorizer'), Proxy: fileOf('proxy'), Tally: fileOf('tally') };
}

test('every function is one file', () => {
  const functions = buildFunctions();
  expect(readdirSync(functions).toSorted()).toEqual(Object.keys(functionSources).toSorted());
  for (const [name, { format }] of Object.entries(functionSources))
    expect(readdirSync(join(functions, name))).toEqual([format === 'esm' ? 'index.mjs' : 'index.js']);
});

describe('the bundle', () => {
  let files: Bundles;

  beforeAll(() => {
    files = bundles();
  });

  // What a function loads, and what of it Lambda keeps and fetches; a cold start pays for each kilobyte of both.
  test.each([
    { name: 'Authorizer', kilobytes: 32, zipped: 12 },
    { name: 'Proxy', kilobytes: 95, zipped: 36 },
    { name: 'Tally', kilobytes: 53, zipped: 20 },
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
    entryPoints: ['lambda/api.ts'],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    outdir: 'unused',
  });
  const imports = Object.entries(metafile.inputs)
    .filter(([path]) => !path.startsWith('node_modules/stripe/'))
    .flatMap(([path, input]) => input.imports.map((one) => ({ ...one, from: path })))
    .filter(({ path }) => path.startsWith('node_modules/stripe/'));
  expect(imports.map(({ from, kind }) => [from, kind])).toEqual([['src/billing/stripe-client.ts', 'dynamic-import']]);
});
