import { describe, expect, test } from '@jest/globals';
import { fastTests, slowModulesOf } from './fast-tests.ts';
import { ImportGraph, importedBy } from './import-graph.ts';

describe('the modules that a source loads', () => {
  test('are those of imports and exports, on one line or several, and of import()', () => {
    const source = [
      "import 'a';",
      "import b from 'b';",
      "import {\n  c,\n  type C,\n} from 'c';",
      "export * from 'd';",
      "const e = await import('e');",
    ].join('\n');
    expect(importedBy(source)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('do not include modules of which only types are imported', () => {
    expect(importedBy("import type { A } from 'a';\nexport type { B } from 'b';\nimport { c } from 'c';")).toEqual([
      'c',
    ]);
  });

  test('include those that other files load, even in a circle', () => {
    const files = new Map([
      ['/test/one.test.ts', "import '../two.ts';"],
      ['/two.ts', "import './three.ts';"],
      ['/three.ts', "import './two.ts';\nimport 'node:child_process';"],
    ]);
    const graph = new ImportGraph((path) => files.get(path));
    expect([...graph.modulesLoadedBy('/test/one.test.ts')].toSorted()).toEqual([
      '/test/one.test.ts',
      '/three.ts',
      '/two.ts',
      'node:child_process',
    ]);
  });
});

test('npm run test:fast leaves out tests that load DynamoDB’s support, and runs tests of pure functions', () => {
  const fast = fastTests();
  expect(fast).toContain('test/fast/import-graph.test.ts');
  expect(fast).not.toContain('test/limits/admissions.test.ts');
  expect(fast).not.toContain('packages/cdk-local/test/dynamodb/tables.test.ts');
  expect(slowModulesOf('test/limits/admissions.test.ts')).toEqual([
    expect.stringMatching(/test\/support\/dynamodb\.ts$/),
  ]);
});
