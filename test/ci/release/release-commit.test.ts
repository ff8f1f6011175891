import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { commitProblems } from '../../../.ci/release/release-commit.ts';
import { TemporaryRepository } from './temporary-repository.ts';

let it: TemporaryRepository;
beforeEach(() => {
  it = new TemporaryRepository();
  mkdirSync(join(it.root, 'src'));
});
afterEach(() => it.remove());

const problems = () => commitProblems(it.root, 'v0.2.0');
const head = () => it.git('rev-parse', 'HEAD');

/** What `npm run release` changes. */
function prepare(): void {
  for (const path of ['CHANGELOG.md', 'SECURITY.md', 'packages/one/package.json', 'package-lock.json'])
    it.write(path, `${it.read(path)}\n`);
  it.write('test/upgrade/base.json', JSON.stringify({ version: '0.2.0', commit: head() }));
}

const release = () => it.commitAll('chore(release): 0.2.0');

function changeCode(): void {
  it.write('src/answer.ts', `export const answer = ${JSON.stringify(head())};`);
}

describe('the commit of a release', () => {
  test('that follows the code it was prepared from has no problem', () => {
    prepare();
    release();
    expect(problems()).toEqual([]);
  });

  test.each([
    ['merged', ['merge', '--quiet', '--no-ff', '-m', 'Merge the release', 'release']],
    ['rebased', ['cherry-pick', 'release']],
  ])('that was prepared before main changed, and then %s, is refused', (_, add) => {
    it.git('switch', '--quiet', '--create', 'release');
    prepare();
    const prepared = head();
    release();
    it.git('switch', '--quiet', 'main');
    changeCode();
    it.commitAll('feat!: neither in the changelog nor in the snapshot');
    const main = head();
    it.git(...add);
    expect(problems()).toEqual([expect.stringContaining(`was prepared from ${prepared}, but follows ${main}.`)]);
  });

  test('that also changes code is refused', () => {
    prepare();
    changeCode();
    release();
    expect(problems()).toEqual([expect.stringMatching(/^The commit of v0\.2\.0 also changes src\/answer\.ts\./)]);
  });
});
