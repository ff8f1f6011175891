import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { buildDashboard } from '../../bin/build/build-dashboard.ts';
import { buildFunctions, functionModules } from '../../bin/build/build-functions.ts';
import { pack, packedPackage } from './packed.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-again-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

// At night: to build all of it takes longer than all other tests of its files.
test('the package is the same, byte for byte, when all of it is built again', () => {
  const [cache, destination] = [join(folder, 'cache'), join(folder, 'again')];
  mkdirSync(destination);
  const content = {
    functions: buildFunctions(cache),
    modules: functionModules(cache),
    dashboard: buildDashboard({ cache }),
  };
  pack(destination, content);
  const [name = ''] = readdirSync(destination);
  expect(hashOf(join(destination, name))).toBe(hashOf(packedPackage()));
});
