import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mintSecret } from '../../src/keys/secret.ts';
import { mintToken } from '../../src/tokens/token-secret.ts';
import { scanWithGitleaks } from './gitleaks.ts';
import { leakedFiles, lookAlikes, randomTexts } from './leaked-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-gitleaks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function scan(files: Readonly<Record<string, string>>) {
  const sources = join(folder, 'sources');
  mkdirSync(sources);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(sources, name), text);
  return scanWithGitleaks(sources, join(folder, 'report.json'));
}

test.each([
  ['key', mintSecret()],
  ['account token', mintToken()],
])('gitleaks finds the secret of a %s in every kind of file', async (_, secret) => {
  const files = leakedFiles(secret);
  const found = new Map(await scan(files));
  expect(found).toEqual(new Map(Object.keys(files).map((name) => [name, secret])));
});

test('gitleaks finds nothing in 10,000 random texts', async () => {
  expect(await scan({ 'random.txt': randomTexts(10_000).join('\n') })).toEqual([]);
});

test('of look-alikes, gitleaks reports those whose checksum begins with 0 to 4, and no placeholder', async () => {
  const texts = lookAlikes(2_000);
  const found = await scan({ 'alike.txt': texts.join('\n'), 'placeholder.env': `KEY=slc_${'x'.repeat(32)}0xxxxx` });
  const expected = texts.filter((text) => /[0-4]/.test(text.charAt(36)));
  expect(new Set(found.map(([, secret]) => secret))).toEqual(new Set(expected));
});
