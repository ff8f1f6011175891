import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { TemporaryRepository } from './temporary-repository.ts';

const component = { 'bom-ref': 'sluice-cdk@0.2.0', name: 'construct', version: '0.2.0' };
const other = { 'bom-ref': 'react@19.0.0', name: 'react', version: '19.0.0' };
const bom = { bomFormat: 'CycloneDX', metadata: { component }, components: [component, other], dependencies: [] };

/** Packs and lists packages like npm, in no time. */
const fakeNpm = `#!/usr/bin/env bash
case "$1" in
  pack) echo packed > .artifacts/release/sluice-cdk-0.2.0.tgz ;;
  run) echo '${JSON.stringify(bom)}' ;;
esac
`;

let it: TemporaryRepository;
beforeEach(() => {
  it = TemporaryRepository.of('0.2.0');
  mkdirSync(join(it.root, 'bin'));
  mkdirSync(join(it.root, 'packages/construct'));
  it.write('bin/npm', fakeNpm, 0o755);
  it.write('packages/construct/package.json', JSON.stringify({ name: 'sluice-cdk', version: '0.2.0' }));
  it.write('packages/construct/THIRD-PARTY-NOTICES.txt', 'react 19.0.0 (MIT)\n');
});
afterEach(() => it.remove());

const makeFiles = () =>
  spawnSync(process.execPath, [resolve('.ci/release/make-files.ts')], {
    cwd: it.root,
    env: { ...process.env, PATH: `${join(it.root, 'bin')}:${process.env.PATH}` },
    encoding: 'utf8',
  });

test('the files of a release have a checksum each, the notes too', () => {
  it.write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-23\n\n- A table.\n');
  expect(makeFiles()).toMatchObject({ status: 0, stderr: '' });
  const folder = join(it.root, '.artifacts/release');
  const sums = it.read('.artifacts/release/SHA256SUMS').trim().split('\n');
  const named = sums.map((line) => line.slice(66));
  expect(named.toSorted()).toEqual(
    readdirSync(folder)
      .filter((file) => file !== 'SHA256SUMS')
      .toSorted(),
  );
  expect(named).toContain('notes.md');
  const sumOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
  expect(sums).toEqual(named.map((file) => `${sumOf(file)}  ${file}`));
});
