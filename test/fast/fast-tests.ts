import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ImportGraph } from './import-graph.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** The tests that `npm test` runs. */
export const allTests = ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'lab/**/*.test.ts'];

/** What the global setup starts. */
const readsDynamoDb = /\bprocess\.env\.TEST_DYNAMODB_URL\b/;

/** Loading one of these means a process, a browser, a bundler or DynamoDB. */
const slowModules: ReadonlySet<string> = new Set([
  'node:child_process',
  'node:worker_threads',
  'aws-cdk-lib',
  'esbuild',
  'litesvm',
  'playwright-core',
  'vite',
  ...globSync('{lab,packages/*/test,test}/**/*.ts', { cwd: repository })
    .map((file) => resolve(repository, file))
    .filter((file) => readsDynamoDb.test(readFileSync(file, 'utf8'))),
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
