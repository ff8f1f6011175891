import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const sources = readdirSync('dashboard', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules'))
  .map((path) => join('dashboard', path));

test('the dashboard imports only types from src, so that no code of the gateway gets into its bundle', () => {
  const imports = sources.flatMap((path) => readFileSync(path, 'utf8').match(/^.*from '(\.\.\/)+src\/.*$/gm) ?? []);
  expect(imports.length).toBeGreaterThan(0);
  for (const line of imports) expect(line).toMatch(/^import type /);
});
