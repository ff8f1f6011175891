import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDataFolders } from '../data-folders.ts';
import { startDynamoDb } from '../dynamodb/dynamodb.ts';
import { embeddedEngine } from '../dynamodb/embedded-engine.ts';
import { createCheckpoints } from '../event-source-mapping/checkpoints.ts';
import { DamagedFileError } from '../saved-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'saved-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): string => {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

test.each(['', 'garbage', '{"shard":{"after":1}}'])('a saved file with %j is named, and nothing is quoted', (text) => {
  const file = write('mapping.json', text);
  const open = () => createCheckpoints('mapping', folder);
  expect(open).toThrow(DamagedFileError);
  expect(open).toThrow(`${file} is damaged, or of another version. Use another data folder`);
  expect(open).not.toThrow('garbage');
});

test('a damaged database names its folder', async () => {
  write('dynamodb.sqlite', 'garbage'.repeat(1_000));
  const starting = startDynamoDb({ engine: embeddedEngine, dataDir: folder });
  await expect(starting).rejects.toThrow(DamagedFileError);
  await expect(starting).rejects.toThrow(`${folder} is damaged`);
});

test('only its owner can look into a new data folder, and into the tables of an old one', async () => {
  const { close } = openDataFolders(join(folder, 'new/data'));
  expect(statSync(join(folder, 'new/data')).mode & 0o077).toBe(0);
  close();
  const tables = join(folder, 'old/tables');
  mkdirSync(tables, { recursive: true, mode: 0o755 });
  const { stop } = await startDynamoDb({ engine: embeddedEngine, dataDir: tables });
  await stop();
  expect([statSync(tables).mode & 0o077, existsSync(join(tables, 'dynamodb.sqlite'))]).toEqual([0, true]);
});
