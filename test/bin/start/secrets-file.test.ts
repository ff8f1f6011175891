import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { OptionsError } from '../../../bin/start/options.ts';
import { readSecretsFile } from '../../../bin/start/secrets-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileWith = (text: string): string => {
  const path = join(folder, 'secrets.json');
  writeFileSync(path, text);
  return path;
};

test('secrets are read by their names, as they are in Secrets Manager', () => {
  const path = fileWith('{"nodes/a": {"headers": {"x-token": "t0p"}}, "b": {"url": "https://b.example/t0p"}}');
  expect(readSecretsFile(path)).toEqual({
    'nodes/a': '{"headers":{"x-token":"t0p"}}',
    b: '{"url":"https://b.example/t0p"}',
  });
});

test.each(['t0p', '["t0p"]', '{"a": "t0p"}', ''])('%j is refused without being quoted', (text) => {
  const path = fileWith(text);
  expect(() => readSecretsFile(path)).toThrow(OptionsError);
  expect(() => readSecretsFile(path)).not.toThrow('t0p');
});

test('a file that is not there is named', () => {
  expect(() => readSecretsFile('/nowhere/secrets.json')).toThrow('--secrets /nowhere/secrets.json: the file cannot be');
});
