import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { testsWithOwnModules } from './own-modules.ts';

const cases = globSync('{test,lab,packages/*/test}/**/*.ts').filter((file) => !file.endsWith('.test.ts'));

test('tests that load modules again, or others in their place, have modules of their own', () => {
  const found = testsWithOwnModules();
  // Directly, and through the module that they import.
  expect(found).toEqual(expect.arrayContaining(['test/lambda/init.test.ts', 'test/lambda/key-api.test.ts']));
  expect(found).not.toContain('test/tools/own-modules.test.ts');
  // Their modules are loaded again for each file, so few should need it.
  expect(found.length).toBeLessThan(40);
});

test('no module that test files share registers a hook: it would run for the first of them only', () => {
  const hook = /^(after|before)(All|Each)\(/m;
  expect(cases.length).toBeGreaterThan(200);
  expect(cases.filter((file) => hook.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('a test that spies restores: what it spies on is shared', () => {
  const own = new Set(testsWithOwnModules());
  const spying = globSync('{test,lab,packages/*/test}/**/*.ts').filter((file) => {
    const source = readFileSync(file, 'utf8');
    return !own.has(file) && /jest\.spyOn\(/.test(source) && !/restoreAllMocks|mockRestore/.test(source);
  });
  expect(spying).toEqual([]);
});

test('a test that changes the environment restores it', () => {
  const changing = globSync('{test,lab,packages/*/test}/**/*.{test,cases}.ts').filter((file) => {
    const source = readFileSync(file, 'utf8');
    const isChanged = /^\s*(Object\.assign\(process\.env\b|process\.env(\.\w+|\[\w+\]) = )/m.test(source);
    return isChanged && !/\bprocess\.env = |delete process\.env\b/.test(source);
  });
  expect(changing).toEqual([]);
});

// jest-light-runner ignores what counts assertions, inverts test.failing and passes test.todo. A promise that nothing waits
// for may be rejected after the file has ended.
test('no shared test uses what its runner ignores, and each waits for what it expects of a promise', () => {
  const ignored = /expect\.(assertions|hasAssertions)\(|\btest\.(failing|todo)\b|\bretryTimes\(/;
  const unawaited = /^\s*expect\(.*\)(\.not)?\.(rejects|resolves)\b/m;
  const shared = globSync('{test,lab,packages/*/test}/**/*.{test,cases}.ts').filter((file) => {
    const source = readFileSync(file, 'utf8');
    return file !== 'test/tools/own-modules.test.ts' && (ignored.test(source) || unawaited.test(source));
  });
  expect(shared).toEqual([]);
});
