import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeZipFile } from '../../../bin/operator/zip-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zip-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const megabyte = 'a,b,c,d,e,f,g,h\n'.repeat(65_536);

function* megabytes(count: number) {
  for (let number = 0; number < count; number += 1) yield megabyte;
}

test('a file of 5 GiB, and one after it, pass unzip’s own test, and are written with little memory', async () => {
  const path = join(folder, 'large.zip');
  const before = process.memoryUsage().rss;
  const entries = [
    { name: 'large.csv', text: megabytes(5_120) },
    { name: 'small.csv', text: ['the end\n'] },
  ];
  await writeZipFile(path, entries);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
  expect(execFileSync('unzip', ['-t', path], { encoding: 'utf8' })).toContain('No errors detected');
  expect(execFileSync('unzip', ['-l', path], { encoding: 'utf8' })).toMatch(/^\s*5368709120 .*large\.csv$/m);
});
