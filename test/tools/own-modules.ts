import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allTests } from '../fast/fast-tests.ts';
import { ImportGraph } from '../fast/import-graph.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/**
 * To load modules again, to replace them, and to run timers: only Jest's own runner can. And a heap is measured where few
 * other tests have left something.
 */
const ofJestsRunner = /\bjest\.(resetModules|unstable_mockModule|useFakeTimers)\b|\bprocess\.memoryUsage\b/;

/** The tests that need Jest's own runner, which loads every module again for each test file. */
export function testsWithOwnModules(): string[] {
  const graph = new ImportGraph();
  const needing = new Set(
    globSync('test/**/*.ts', { cwd: repository })
      .map((file) => resolve(repository, file))
      .filter((file) => ofJestsRunner.test(readFileSync(file, 'utf8'))),
  );
  return globSync(allTests, { cwd: repository }).filter((test) =>
    [...graph.modulesLoadedBy(resolve(repository, test))].some((module) => needing.has(module)),
  );
}
