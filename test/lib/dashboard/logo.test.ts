import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { logoOf } from '../../../lib/dashboard/logo.ts';
import { copyOf } from '../../../lib/instance/copied-folder.ts';
import { appOptions } from '../synthesis.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-logo-'));
const installed = join(folder, 'package');
const dashboard = join(installed, 'dashboard');
const image = join(folder, 'logo.png');
// Not a valid UTF-8 text.
const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]);

const setMode = (mode: number) => {
  for (const each of [installed, dashboard, join(dashboard, 'assets')]) chmodSync(each, mode);
};

beforeAll(() => {
  mkdirSync(join(dashboard, 'assets'), { recursive: true });
  writeFileSync(join(dashboard, 'index.html'), 'the first build');
  writeFileSync(join(dashboard, 'assets', 'index-1.js'), '');
  writeFileSync(image, bytes);
  setMode(0o555);
});
afterAll(() => {
  setMode(0o755);
  rmSync(folder, { recursive: true, force: true });
});

function staged(outdir: string): Asset {
  const stack = new Stack(new App({ ...appOptions, outdir: join(folder, outdir) }), 'Web');
  return new Asset(stack, 'Build', { path: dashboard, ...copyOf(dashboard, logoOf(image)) });
}
const fileIn = ({ assetPath }: Asset, outdir: string, name: string) =>
  readFileSync(join(folder, outdir, assetPath, name));

test('a logo is deployed with the dashboard, whose read-only folder and its neighbours stay as they are', () => {
  const asset = staged('one');
  const { path } = logoOf(image);
  expect(path).toMatch(/^assets\/logo-[0-9a-f]{16}\.png$/);
  expect(fileIn(asset, 'one', path)).toEqual(bytes);
  expect(fileIn(asset, 'one', 'assets/index-1.js').toString()).toBe('');
  expect(readdirSync(installed)).toEqual(['dashboard']);
  expect(readdirSync(join(dashboard, 'assets'))).toEqual(['index-1.js']);
});

test('a new build of the dashboard is deployed with the same logo', () => {
  const before = staged('two');
  writeFileSync(join(dashboard, 'index.html'), 'the second build');
  const after = staged('three');
  expect(fileIn(after, 'three', 'index.html').toString()).toBe('the second build');
  expect(after.assetHash).not.toBe(before.assetHash);
});
