import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

type Update = {
  'package-ecosystem': string;
  ignore?: { 'dependency-name': string }[];
  allow?: { 'dependency-type': string }[];
};

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const updates: Update[] = parse(readFileSync('.github/dependabot.yml', 'utf8')).updates;
const updateOf = (ecosystem: string) => updates.find((update) => update['package-ecosystem'] === ecosystem);

describe('Dependabot', () => {
  test('ignores every exactly pinned package, and no package that is gone', () => {
    const manifest = json('package.json');
    const manifests = [manifest, ...manifest.workspaces.map((folder: string) => json(`${folder}/package.json`))];
    const dependencies = manifests.flatMap((one) => [one.dependencies, one.devDependencies]);
    const all = Object.assign({ ...manifest.overrides }, ...dependencies);
    const exact = Object.keys(all).filter((name) => /^\d/.test(all[name]));
    const ignored = updateOf('npm')?.ignore?.map((it) => it['dependency-name']) ?? [];
    expect(ignored).toEqual(expect.arrayContaining(exact));
    expect(ignored.filter((name) => !(name in all || name in manifest.optionalDependencies))).toEqual([]);
  });

  test('updates actionlint, which go.mod has as a tool: an indirect dependency', () => {
    expect(readFileSync('.ci/go.mod', 'utf8')).toMatch(/rhysd\/actionlint v\S+ \/\/ indirect/);
    expect(updateOf('gomod')?.allow).toEqual([{ 'dependency-type': 'all' }]);
  });
});
