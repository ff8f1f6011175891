import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { writeConnectionFile } from '../../../bin/start/connection-file.ts';
import type { Runtime } from '../../../bin/start/runtime.ts';

const runtime = {
  endpoints: { mainnet: 'http://127.0.0.1:8545', devnet: 'http://127.0.0.1:8545/devnet' },
  dynamodbUrl: 'http://127.0.0.1:9000',
  tables: { directory: 'D', admissions: 'A', records: 'R', usage: 'U' },
  userPool: { url: 'http://127.0.0.1:8547', id: 'us-east-1_users', clientId: 'client' },
  template: { outputs: { FailureBucket: 'failures' } },
  buckets: { folderOf: (bucket: string) => `/buckets/${bucket}` },
} as unknown as Runtime;

let before: string;
let folder: string;
beforeEach(() => {
  before = process.cwd();
  folder = mkdtempSync(join(tmpdir(), 'whereabouts-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

test('commands find the tables of the gateway on a port while it runs, and not after', () => {
  const takeBack = writeConnectionFile(runtime);
  expect(JSON.parse(readFileSync('.local/8545.json', 'utf8'))).toEqual({
    dynamodbUrl: 'http://127.0.0.1:9000',
    tables: { directory: 'D', admissions: 'A', records: 'R', usage: 'U' },
    failures: '/buckets/failures',
    variables: { USER_POOL_URL: 'http://127.0.0.1:8547', USER_POOL_ID: 'us-east-1_users' },
  });
  takeBack();
  expect(existsSync('.local/8545.json')).toBe(false);
});

test('a folder that cannot be written does not stop the gateway', () => {
  writeFileSync('.local', 'in the way');
  expect(() => writeConnectionFile(runtime)()).not.toThrow();
});
