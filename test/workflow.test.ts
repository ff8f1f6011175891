import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

const workflow = readFileSync('.github/workflows/ci.yml', 'utf8');
const dependabot = readFileSync('.github/dependabot.yml', 'utf8');
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const manifest = json('package.json');

const steps = (name: string) => [...workflow.matchAll(new RegExp(`^ *- ${name}: (.*)$`, 'gm'))].map(([, step]) => step);

describe('the workflow', () => {
  test('does what .ci/run does, looks for known vulnerabilities and verifies signatures', () => {
    expect(steps('run')).toEqual(
      expect.arrayContaining([
        'bash .ci/run',
        'bash .ci/contract',
        'npm audit --audit-level=high',
        'npm audit signatures',
      ]),
    );
    expect(steps('uses').join()).toContain('actions/dependency-review-action@');
  });

  test('pins actions by commit, and may only read the repository', () => {
    const actions = steps('uses');
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(workflow.match(/^ *permissions:(\n +.*)*/gm)).toEqual(['permissions:\n  contents: read']);
  });
});

test('Dependabot ignores every exactly pinned package, and no package that is gone', () => {
  const manifests = [manifest, ...manifest.workspaces.map((folder: string) => json(`${folder}/package.json`))];
  const dependencies = manifests.flatMap((one) => [one.dependencies, one.devDependencies]);
  const all = Object.assign({ ...manifest.overrides }, ...dependencies);
  const exact = Object.keys(all).filter((name) => /^\d/.test(all[name]));
  const ignored = [...dependabot.matchAll(/dependency-name: '?([^'\n]+)'?$/gm)].map(([, name]) => name ?? '');
  expect(ignored).toEqual(expect.arrayContaining(exact));
  expect(ignored.filter((name) => !(name in all))).toEqual([]);
});
