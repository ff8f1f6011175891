import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { isNight } from '../support/effort.ts';
import type { InstalledApp } from './installed-app.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const source = (name: string): string => readFileSync(fileURLToPath(new URL(`apps/${name}`, import.meta.url)), 'utf8');

/** The compiler of a package of this repository: the user's folder has none. */
const compilerOf = (manifest: string): string =>
  join(dirname(createRequire(join(repository, manifest)).resolve('typescript/package.json')), 'bin/tsc');
const newest = compilerOf('package.json');
const version5 = compilerOf('dashboard/client/package.json');

// The declarations of valibot use Blob and File, which are in the library "dom" or in @types/node.
const lib = ['esnext', 'dom'];
const strict = { module: 'nodenext', target: 'es2024', lib, strict: true, noEmit: true, types: [] };

// To check the CDK's declarations takes five seconds of a processor. In each commit's run package-files.test.ts finds those
// of the package that import what a user does not have; the night checks every declaration.
const kinds: readonly (readonly [string, object])[] = [
  // The CDK's own declarations have errors with it.
  ['exact optional properties', { ...strict, skipLibCheck: true, exactOptionalPropertyTypes: true }],
  ['every declaration', { ...strict, skipLibCheck: false }],
];

export function typeCases(app: () => InstalledApp): void {
  test.each(kinds.slice(0, isNight ? kinds.length : 1))(
    'a strict app compiles, and wrong settings are errors: %s',
    async (_, compilerOptions) => {
      app().write('strict/package.json', '{ "type": "module" }');
      app().write('strict/app.ts', source('strict.ts'));
      app().write('strict/tsconfig.json', JSON.stringify({ compilerOptions, files: ['app.ts'] }));
      const { status, stdout } = await app().run([process.execPath, newest, '--checkers', '1', '--project', '.'], {
        below: 'strict',
        env: { GOGC: '400' },
      });
      expect([status, stdout]).toEqual([0, '']);
    },
  );

  if (!isNight) return;
  test(`the CommonJS app of "cdk init" compiles with TypeScript 5, and synthesizes on Node ${nodes.map(versionOf)}`, async () => {
    const below = 'commonjs';
    app().write(`${below}/bin/.keep`, '');
    rmSync(join(app().folder, below, 'bin'), { recursive: true });
    const init = await app().run(['cdk', 'init', 'app', '--language', 'typescript', '--generate-only'], { below });
    expect(init).toMatchObject({ status: 0 });
    app().write(`${below}/bin/commonjs.ts`, source('commonjs.ts'));
    // Its test is not run; the options replace those that need packages of its own.
    rmSync(join(app().folder, below, 'test'), { recursive: true });
    const typeRoots = join(repository, 'node_modules/@types');
    const options = ['--noEmit', 'false', '--outDir', 'built', '--types', 'node', '--typeRoots', typeRoots];
    const compiled = await app().run([process.execPath, version5, '--project', '.', ...options], { below });
    expect(compiled).toMatchObject({ status: 0, stdout: '' });
    expect(readFileSync(join(app().folder, below, 'built/bin/commonjs.js'), 'utf8')).toContain('require("sluice-cdk")');
    for (const node of nodes) {
      const env = { CDK_OUTDIR: `out-${versionOf(node)}`, CDK_VALIDATION: 'false' };
      const synthesis = await app().run([node, 'built/bin/commonjs.js'], { below, env });
      expect(synthesis).toMatchObject({ status: 0 });
      expect(existsSync(join(app().folder, below, env.CDK_OUTDIR, 'Sluice-dev.template.json'))).toBe(true);
    }
  });

  test('an older app, whose resolution of modules does not know "exports", compiles with TypeScript 5', async () => {
    const older = { ...strict, module: 'commonjs', moduleResolution: 'node10', skipLibCheck: true };
    app().write('older/app.ts', source('strict.ts'));
    app().write('older/tsconfig.json', JSON.stringify({ compilerOptions: older, files: ['app.ts'] }));
    const { status, stdout } = await app().run([process.execPath, version5, '--project', '.'], { below: 'older' });
    expect([status, stdout]).toEqual([0, '']);
  });
}

function versionOf(node: string): string {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return stdout.trim().replace(/^v/, '');
}

/** The Node of this repository and, if the machine has one, an older one that the package supports. */
const nodes: readonly string[] = [process.execPath, ...olderNode()];

function olderNode(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const found = folders.map((folder) => join(folder, 'node')).find((path) => existsSync(path));
  if (found === undefined) return [];
  const [major = 0, minor = 0] = versionOf(found).split('.').map(Number);
  const supported = major > 20 || (major === 20 && minor >= 19);
  return supported && versionOf(found) !== versionOf(process.execPath) ? [found] : [];
}
