import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ImportGraph } from '../fast/import-graph.ts';
import { isNight } from '../support/effort.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Their rules rest on what DynamoDB does: conditions, expressions, transactions, streams. */
const folders = [
  'test/{table,limits,keys,records,usage,directory,replay,restore,billing/model}/**/*.test.ts',
  'packages/cdk-local/test/dynamodb/*.test.ts',
];

/** Tests of what the embedded engine cannot do. They run on Amazon's only. */
const onAmazonOnly = '.amazon.test.ts';

/** Starts dozens of processes, and the engine makes no difference to how they end. */
const never = ['packages/cdk-local/test/dynamodb/dynamodb-lifetime.test.ts'];

/** Hundreds of changes of keys, whose conditions and transactions the other tests of keys try on Amazon's in each run. */
const atNight = ['test/keys/next-request.test.ts', 'test/keys/life-cycle.test.ts'];

const excluded = [...never, ...(isNight ? [] : atNight)];

const starts = [
  'test/support/dynamodb.ts',
  'packages/cdk-local/dynamodb/dynamodb.ts',
  'packages/cdk-local/test/dynamodb/shared-dynamodb.ts',
];

/** The tests that run on Amazon's DynamoDB, too: those of `folders` that use it. And those that run on no other. */
export function testsOnAmazon(): string[] {
  const graph = new ImportGraph();
  return globSync([...folders, `test/**/*${onAmazonOnly}`], { cwd: repository }).filter((test) => {
    if (excluded.includes(test)) return false;
    if (test.endsWith(onAmazonOnly)) return true;
    const loaded = graph.modulesLoadedBy(resolve(repository, test));
    return starts.some((module) => loaded.has(resolve(repository, module)));
  });
}
