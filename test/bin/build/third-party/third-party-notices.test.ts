import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import * as v from 'valibot';
import { buildDashboard } from '../../../../bin/build/build-dashboard.ts';
import { functionModules } from '../../../../bin/build/build-functions.ts';
import { MissingLicenceError } from '../../../../bin/build/third-party/licence-text.ts';
import { thirdPartyNotices } from '../../../../bin/build/third-party/third-party-notices.ts';
import { functionSources } from '../../../../lib/functions/function-sources.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sluice-notices-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Names and versions in notices, without the bundlers, whose own code no source map names. */
const packagesIn = (notices: string): string[] =>
  [...notices.matchAll(/^(\S+ \d+\.\d+\.\d\S*) \(\S+\)/gm)]
    .flatMap(([, found = '']) => (/^(esbuild|rolldown|vite) /.test(found) ? [] : found))
    .sort();

const sourceMap = v.pipe(v.string(), v.parseJson(), v.object({ sources: v.array(v.string()) }));
const named = v.pipe(v.string(), v.parseJson(), v.object({ name: v.string(), version: v.string() }));

/** Names and versions of the packages that source maps name, in a folder in which paths begin. */
function packagesOfMaps(maps: readonly string[], from: string): string[] {
  const sources = maps.flatMap((map) => v.parse(sourceMap, map).sources).map((source) => resolve(from, source));
  const folders = sources.flatMap((source) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0] ?? []);
  const packages = [...new Set(folders)].map((path) =>
    v.parse(named, readFileSync(join(path, 'package.json'), 'utf8')),
  );
  return [...new Set(packages.map(({ name, version }) => `${name} ${version}`))].sort();
}

describe('the functions', () => {
  test('their notices name exactly the packages with code in a bundle, by its source map', () => {
    const { outputFiles } = buildSync({
      absWorkingDir: repository,
      entryPoints: Object.values(functionSources).map(({ entry }) => entry),
      bundle: true,
      platform: 'node',
      format: 'esm',
      mainFields: ['module', 'main'],
      sourcemap: 'external',
      sourcesContent: false,
      write: false,
      outdir: 'out',
    });
    const maps = outputFiles.filter(({ path }) => path.endsWith('.map')).map(({ path, text }) => ({ path, text }));
    const packages = [...new Set(maps.flatMap(({ path, text }) => packagesOfMaps([text], resolve(path, '..'))))].sort();
    expect(packages.length).toBeGreaterThan(20);
    expect(packagesIn(thirdPartyNotices(functionModules()))).toEqual(packages);
  });
});

describe('the dashboard', () => {
  let notices: string;
  beforeAll(() => {
    notices = readFileSync(join(buildDashboard(), 'third-party-notices.txt'), 'utf8');
  });

  test('its notices name exactly the packages with code in the build, by its source maps, and the font', async () => {
    const vite = join(repository, 'node_modules/vite/bin/vite.js');
    const out = join(folder, 'dashboard');
    const args = [vite, 'build', '--sourcemap', '--outDir', out, '--emptyOutDir', '--logLevel', 'warn'];
    const env = { ...process.env, NODE_ENV: 'production' };
    await promisify(execFile)(process.execPath, args, { cwd: join(repository, 'dashboard'), env });
    const assets = join(out, 'assets');
    const maps = readdirSync(assets).filter((name) => name.endsWith('.map'));
    const packages = packagesOfMaps(
      maps.map((name) => readFileSync(join(assets, name), 'utf8')),
      assets,
    );
    expect(packages.length).toBeGreaterThan(20);
    const [font = '', ...others] = packagesIn(notices).toSorted((one) => (one.startsWith('@fontsource-') ? -1 : 0));
    expect(font).toMatch(/^@fontsource-variable\/inter /);
    expect(others).toEqual(packages);
  });

  test('its notices have those of code that its packages have copied from elsewhere', () => {
    expect(notices).toContain('All redistributions must retain an intact copy of this copyright notice');
    expect(notices).toMatch(
      /Copyright \(c\) Project Nayuki\.[^-]*SPDX-License-Identifier: MIT\n\nPermission is hereby/,
    );
  });

  test('its notices have the copyright and licence of the font and the icons', () => {
    expect(notices).toContain('Copyright 2016 The Inter Project Authors');
    expect(notices).toContain('SIL OPEN FONT LICENSE Version 1.1');
    expect(notices).toContain('Lucide Icons and Contributors');
  });
});

describe('a package in a bundle', () => {
  const bundled = (name: string, files: Readonly<Record<string, string>>, license = 'MIT'): string => {
    const path = join(folder, 'node_modules', name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'package.json'), JSON.stringify({ name, version: '1.2.3', license, author: 'Ann' }));
    mkdirSync(join(path, 'lib'), { recursive: true });
    const modules = { 'lib/index.js': '', 'lib/other.js': '' };
    for (const [file, text] of Object.entries({ ...modules, ...files })) writeFileSync(join(path, file), text);
    return join(path, 'lib/index.js');
  };

  test('is in the notices once, with its version, licence, author, licence text and notice', () => {
    const file = bundled('@scope/one', { LICENSE: 'Text one', NOTICE: 'Notice one' });
    const notices = thirdPartyNotices([file, file.replace('index', 'other'), 'src/plans.ts']);
    expect(notices).toMatch(/\n@scope\/one 1\.2\.3 \(MIT\), by Ann\n\nText one\n\nNotice one\n$/);
    expect(packagesIn(notices)).toEqual(['@scope/one 1.2.3']);
  });

  test('has the notices in the comments of its modules that its licence lacks, each once', () => {
    const file = bundled('copier', {
      LICENSE: 'Copyright (c) 2020, Ann.\n\nUse it.',
      'lib.js': [
        '// Copyright 2020 Ann',
        '/**\n * @license\n * Copyright (c) Bob, MIT License\n * No warranty.\n */',
        '/* The copyright belongs to nobody. */',
        'export const one = 1; // Copyright 1999 a trailing remark is no notice',
        '/* Copyright (c) Bob, MIT License */',
      ].join('\n'),
    });
    const module = file.replace('lib/index.js', 'lib.js');
    const [, texts = ''] = thirdPartyNotices([module, module]).split('copier 1.2.3 (MIT), by Ann\n\n');
    expect(texts.match(/Ann/g)).toHaveLength(1);
    expect(texts.match(/Bob/g)).toHaveLength(2);
    expect(texts).toContain('@license\nCopyright (c) Bob, MIT License\nNo warranty.\n\nPermission is hereby granted');
    expect(texts).not.toMatch(/nobody|trailing/);
  });

  test('shares a text with the packages that have the same', () => {
    const files = ['two', 'three'].map((name) => bundled(name, { license: 'Shared text\r\n' }));
    const notices = thirdPartyNotices([...files, bundled('four', { 'LICENSE.md': 'Text four' })]);
    expect(notices).toContain('three 1.2.3 (MIT), by Ann\ntwo 1.2.3 (MIT), by Ann\n\nShared text\n');
    expect(packagesIn(notices)).toEqual(['four 1.2.3', 'three 1.2.3', 'two 1.2.3']);
  });

  test('in the node_modules of another package is that package', () => {
    const inner = bundled('outer/node_modules/inner', { LICENSE: 'Inner text' });
    expect(thirdPartyNotices([inner])).toContain('Inner text');
  });

  test('without a licence text stops the build, with what to do', () => {
    const attempt = () => thirdPartyNotices([bundled('unlicensed', {})]);
    expect(attempt).toThrow(MissingLicenceError);
    expect(attempt).toThrow(
      'unlicensed 1.2.3 (MIT) is in a bundle, but has no licence file. Find its licence and copyright in its ' +
        'repository, and add it to bin/build/third-party/packages-without-text.ts.',
    );
  });

  test('on the list has the copyright and text of the list, unless its licence has changed', () => {
    const listed = bundled('@middy/core', {});
    expect(thirdPartyNotices([listed])).toMatch(/Copyright \(c\) 2017-2026 .*Middy[\s\S]*Permission is hereby granted/);
    expect(() => thirdPartyNotices([bundled('@middy/core', {}, 'BUSL-1.1')])).toThrow(MissingLicenceError);
  });
});
