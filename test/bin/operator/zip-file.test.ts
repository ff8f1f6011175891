import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { writeZipFile } from '../../../bin/operator/zip-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zip-'));
  path = join(folder, 'a.zip');
});

const read = () =>
  Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(readFileSync(path)))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );

async function* lines(count: number) {
  for (let number = 0; number < count; number += 1) yield `line ${number} é\n`;
}

test('an archive has its files in order, also empty ones and ones longer than a chunk', async () => {
  const bytes = await writeZipFile(path, [
    { name: 'empty.txt', text: [] },
    { name: 'long.txt', text: lines(60_000) },
  ]);
  expect(bytes).toBe(readFileSync(path).length);
  const files = read();
  expect(Object.keys(files)).toEqual(['empty.txt', 'long.txt']);
  expect(files['empty.txt']).toBe('');
  expect(files['long.txt']?.split('\n')).toHaveLength(60_001);
  expect(files['long.txt']).toMatch(/line 59999 é\n$/);
});

test('a file that fails in the middle leaves nothing behind', async () => {
  async function* failing() {
    yield* lines(60_000);
    // Until it is complete, it has another name.
    expect(readdirSync(folder)).toEqual(['a.zip.part']);
    throw new Error('no more');
  }
  await expect(writeZipFile(path, [{ name: 'a', text: failing() }])).rejects.toThrow('no more');
  expect(readdirSync(folder)).toEqual([]);
});

test('a file that exists is not overwritten, nor the one of a run that is running', async () => {
  writeFileSync(`${path}.part`, 'other');
  await expect(writeZipFile(path, [])).rejects.toThrow('another export is running, or was killed');
  expect(readFileSync(`${path}.part`, 'utf8')).toBe('other');
  expect(existsSync(path)).toBe(false);
});
