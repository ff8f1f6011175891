import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { buildDashboard } from '../../bin/build/build-dashboard.ts';

let folder: string;
let files: string[];

beforeAll(() => {
  folder = buildDashboard();
  files = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  );
});

test('no file that customers get names a brand: the service’s name comes from config.json', () => {
  expect(files).toEqual(expect.arrayContaining(['index.html', 'llms.txt', 'openapi.json', 'third-party-notices.txt']));
  expect(files.length).toBeGreaterThan(10);
  const branded = files.filter((file) => /sluice/i.test(file + readFileSync(join(folder, file), 'utf8')));
  expect(branded).toEqual([]);
});
