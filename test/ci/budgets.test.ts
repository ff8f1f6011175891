import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { buildFunctions } from '../../bin/build/build-functions.ts';
import { targets } from '../../lab/bench/targets.ts';

const budgets = v.parse(
  v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number())),
  readFileSync('.ci/budgets.json', 'utf8'),
);

/** Files that are in git, or about to be: generated code is neither. */
const filesIn = (...patterns: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', ...patterns])
    .toString()
    .split('\n')
    .filter((path) => path !== '');

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const linesIn = (...folders: readonly string[]): number =>
  sum(
    filesIn(...folders.flatMap((folder) => [`${folder}/*.ts`, `${folder}/*.tsx`])).map(
      (path) => readFileSync(path, 'utf8').split('\n').length - 1,
    ),
  );

const roomOf = (path: string): string => /^src\/([^/]+)\//.exec(path)?.[1] ?? 'src';

/** Imports between folders of src, each pair once. The files directly in src are one room. */
const arrows = (): string[] =>
  filesIn('src/*.ts').flatMap((path) => {
    const imported = readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)'/g);
    const rooms = [...imported].map(([, to = '']) => roomOf(join(dirname(path), to)));
    return rooms.filter((room) => room !== roomOf(path)).map((room) => `${roomOf(path)} > ${room}`);
  });

const lockSchema = v.pipe(v.string(), v.parseJson(), v.object({ packages: v.record(v.string(), v.object({})) }));

const bundle = (name: string): Buffer => readFileSync(join(buildFunctions(), name, 'index.mjs'));
const kilobytes = (content: Buffer): number => Math.round((content.length / 1_024) * 10) / 10;

const measured: Readonly<Record<string, () => number>> = {
  'lines of the product': () => linesIn('src', 'lib', 'lambda', 'bin', 'dashboard'),
  'lines of tests': () => linesIn('test'),
  'lines of packages, with their tests': () => linesIn('packages'),
  'lines of lab and .ci': () => linesIn('lab', '.ci'),
  'lines of examples': () => linesIn('examples'),
  'words of docs': () => sum(filesIn('docs/*.md').map((path) => readFileSync(path, 'utf8').match(/\S+/g)?.length ?? 0)),
  'npm packages': () =>
    Object.keys(v.parse(lockSchema, readFileSync('package-lock.json', 'utf8')).packages).filter((path) =>
      path.includes('node_modules/'),
    ).length,
  'rooms of src': () => new Set(filesIn('src/*.ts').map(roomOf)).size,
  'arrows of src': () => new Set(arrows()).size,
  ...Object.fromEntries(
    ['authorizer', 'proxy', 'tally'].flatMap((name) => [
      [`KB of the ${name}`, () => kilobytes(bundle(name))],
      [`KB of the ${name}, zipped`, () => kilobytes(deflateRawSync(bundle(name)))],
    ]),
  ),
};

test('.ci/budgets.json has a budget for each number', () => {
  expect(Object.keys(budgets)).toEqual(Object.keys(measured));
});

test('a bundle may be as large as its target in lab/bench/targets.ts, unless that is unmet', () => {
  const targeted = targets.filter(({ benchmark, unmet }) => benchmark === 'bundle-size' && unmet === undefined);
  expect(targeted.map(({ figures }) => budgets[`KB of the ${figures}`])).toEqual(targeted.map(({ atMost }) => atMost));
});

// A commit that raises a budget says why in its body.
test.each(Object.entries(measured))('%s: no more than the budget', (name, measure) => {
  expect(measure()).toBeLessThanOrEqual(budgets[name] ?? 0);
});
