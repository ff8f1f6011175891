import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ImportGraph } from './import-graph.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** The tests that `npm test` runs. */
export const allTests = ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'lab/**/*.test.ts'];

/** Loading one of these means a process, a browser, a bundler or DynamoDB Local. */
const slowModules: ReadonlySet<string> = new Set([
  'node:child_process',
  'node:worker_threads',
  'aws-cdk-lib',
  'esbuild',
  'litesvm',
  'playwright-core',
  'vite',
  resolve(repository, 'test/support/dynamodb.ts'),
]);

const isSlow = (module: string): boolean =>
  slowModules.has(module) || [...slowModules].some((slow) => module.startsWith(`${slow}/`));

/** The slow modules that a test loads, directly or through other modules. */
export const slowModulesOf = (test: string, graph = new ImportGraph()): string[] =>
  [...graph.modulesLoadedBy(resolve(repository, test))].filter(isSlow);

/** The paths of the tests that load no slow module, relative to the repository. */
export function fastTests(): string[] {
  const graph = new ImportGraph();
  return globSync(allTests, { cwd: repository })
    .filter((test) => slowModulesOf(test, graph).length === 0)
    .toSorted();
}
