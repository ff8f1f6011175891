import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mintSecret } from '../../src/keys/secret.ts';
import { mintToken } from '../../src/tokens/token-secret.ts';
import { leakedFiles, lookAlikes, randomTexts } from './leaked-files.ts';

const folder = new URL('../../examples/secret-scanning/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

/** The pattern of each scanner, as its file and the docs have it. JavaScript reads it as RE2 does. */
const patterns = {
  'gitleaks.toml': /^regex = '''(.+)'''$/m.exec(read('gitleaks.toml'))?.[1],
  'trufflehog.yaml': /^ {6}secret: '(.+)'$/m.exec(read('trufflehog.yaml'))?.[1],
  'docs/leaked-keys.md': /^\(\?:slc\|slt\)_.+$/m.exec(read('../../docs/leaked-keys.md'))?.[0],
};

describe.each(Object.entries(patterns))('the pattern of %s', (_, pattern = 'missing') => {
  const finds = (text: string) => [...text.matchAll(new RegExp(pattern, 'g'))].map(([found]) => found);

  test('finds secrets and account tokens in every kind of file, and nothing else in it', () => {
    for (const secret of [...Array.from({ length: 20 }, () => mintSecret()), mintToken()]) {
      for (const [name, text] of Object.entries(leakedFiles(secret))) {
        expect({ name, found: finds(text) }).toEqual({ name, found: [secret] });
      }
    }
  });

  test('finds nothing in 10,000 random texts', () => {
    expect(randomTexts(10_000).flatMap(finds)).toEqual([]);
  });

  test('checks as much of the checksum as it can: of look-alikes, 5 of 62 pass', () => {
    const found = lookAlikes(10_000).flatMap(finds).length;
    // Ten standard deviations around 806.
    expect(found).toBeGreaterThan(530);
    expect(found).toBeLessThan(1_080);
  });
});

describe('the verifier of TruffleHog', () => {
  let stop = async () => {};
  let url = '';
  beforeAll(async () => {
    const script = fileURLToPath(new URL('verify-secret.mjs', folder));
    const program = spawn(process.execPath, [script], { env: { ...process.env, PORT: '0' } });
    stop = async () => {
      program.kill();
      await once(program, 'exit');
    };
    const [line] = await once(program.stdout, 'data');
    [url = ''] = /http:\S+/.exec(String(line)) ?? [];
  });
  afterAll(() => stop());

  const statusOf = async (body: string) => (await fetch(url, { method: 'POST', body })).status;
  const verify = (secret: string) => statusOf(JSON.stringify({ 'sluice-secret': { secret: [secret] } }));

  test('accepts every secret', async () => {
    for (const secret of [mintSecret(), mintToken(), mintSecret(undefined, 'acme')]) {
      expect(await verify(secret)).toBe(200);
    }
  });

  test('rejects what the pattern lets pass: no false alarm of 10,000', async () => {
    const pattern = new RegExp(patterns['trufflehog.yaml'] ?? '');
    const passed = lookAlikes(10_000).filter((text) => pattern.test(text));
    expect(passed.length).toBeGreaterThan(0);
    const answers = await Promise.all(passed.map(verify));
    expect(new Set(answers)).toEqual(new Set([403]));
  });

  test.each(['', 'null', '[]', '{"sluice-secret":{}}', '{"other":{"secret":["x"]}}'])('refuses %j', async (body) => {
    expect(await statusOf(body)).toBe(400);
  });
});
