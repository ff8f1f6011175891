import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

type Permissions = Record<string, string> | undefined;
type Step = { uses?: string; run?: string; env?: Record<string, string>; with?: Record<string, unknown> };
type Job = {
  permissions?: Permissions;
  'timeout-minutes'?: number;
  needs?: string | string[];
  concurrency?: { group: string };
  steps: Step[];
};
type Workflow = { permissions?: Permissions; concurrency?: unknown; jobs: Record<string, Job> };

const folder = '.github/workflows';
const files = [
  ...readdirSync(folder).map((name) => `${folder}/${name}`),
  'examples/deploy-workflow/deploy.yml',
  'examples/secret-rotation/github-actions/rotate-key.yml',
];
const text = (path: string) => readFileSync(path, 'utf8');
const jobsOf = (path: string) => Object.entries((parse(text(path)) as Workflow).jobs);
const stepsOf = (path: string, field: 'run' | 'uses') =>
  jobsOf(path).flatMap(([, { steps }]) => steps.flatMap((step) => step[field] ?? []));

describe.each(files)('%s', (path) => {
  test('pins actions by commit, and names their version', () => {
    const lines = text(path).match(/^.*\buses:.*$/gm) ?? [];
    expect(lines).toHaveLength(stepsOf(path, 'uses').length);
    for (const line of lines) expect(line).toMatch(/ - uses: [\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('gives each job its permissions and a time-out, and all jobs together no right to write', () => {
    const { permissions } = parse(text(path)) as Workflow;
    expect(Object.values(permissions ?? { none: 'stated' }).filter((right) => right !== 'read')).toEqual([]);
    for (const [, job] of jobsOf(path)) {
      expect(Object.keys({ ...permissions, ...job.permissions })).not.toEqual([]);
      expect(job['timeout-minutes']).toBeGreaterThan(0);
    }
  });

  test('checks out without leaving the token in the work tree', () => {
    const steps = jobsOf(path).flatMap(([, job]) => job.steps);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    for (const checkout of checkouts) expect(checkout).toMatchObject({ with: { 'persist-credentials': false } });
  });
});

test('an action has one version in all workflows', () => {
  const uses = files.flatMap((path) => [...text(path).matchAll(/uses: ([\w/-]+)@(\S+ # \S+)/g)]);
  const versions = Map.groupBy(uses, ([, action = '']) => action.split('/').slice(0, 2).join('/'));
  for (const [action, found] of versions) {
    expect([action, new Set(found.map(([, , version]) => version)).size]).toEqual([action, 1]);
  }
});

test('CI runs the fast tests by the command of CONTRIBUTING.md, among the checks, and all others once', () => {
  expect(text('.ci/checks')).toMatch(/^npm run test:fast\b/m);
  expect(text('.ci/run')).toMatch(/^npm test -- --ignoreProjects fast /m);
  expect(JSON.parse(text('package.json')).scripts['test:fast']).toBe(
    'npm test -- --selectProjects fast --passWithNoTests',
  );
});

describe('the release workflow', () => {
  const jobs = new Map(jobsOf(`${folder}/release.yml`));
  const needs = (name: string): string[] => [jobs.get(name)?.needs ?? []].flat().flatMap((it) => [it, ...needs(it)]);

  test.each(['attest', 'publish', 'announce'])('%s waits for the check, the tests and the build', (name) => {
    expect(needs(name)).toEqual(expect.arrayContaining(['check', 'test', 'build']));
  });

  test('runs no code of a package or of the repository where a job may write or sign', () => {
    const powerful = [...jobs].filter(([, { permissions }]) => Object.values(permissions ?? {}).includes('write'));
    expect(powerful.map(([name]) => name)).toEqual(['attest', 'publish', 'announce']);
    for (const [, { steps }] of powerful) {
      const commands = steps.flatMap(({ run }) => run ?? []).join('\n');
      expect(commands).not.toMatch(/npm (ci|install|run|test|exec)|npx|node |bash /);
      expect(steps.some(({ uses }) => uses?.includes('checkout'))).toBe(false);
    }
  });

  test.each(['publish', 'announce'])('%s checks the sums of all files before it gives them to anybody', (name) => {
    const [first, ...others] = jobs.get(name)?.steps.flatMap(({ run }) => run ?? []) ?? [];
    expect(first).toBe('sha256sum --check --strict SHA256SUMS');
    expect(others).toHaveLength(1);
  });

  test('has no secret', () => {
    expect(text(`${folder}/release.yml`)).not.toMatch(/secrets\.|_TOKEN: (?!\$\{\{ github\.token)/);
  });
});

test('CI of main gives each commit its result: no run shares a group, in which GitHub keeps one waiting run', () => {
  const { concurrency } = parse(text(`${folder}/ci.yml`)) as Workflow;
  expect(concurrency).toMatchObject({ group: expect.stringMatching(/ \|\| github\.run_id \}\}$/) });
});

describe('the example workflow', () => {
  const path = 'examples/deploy-workflow/deploy.yml';

  test('deploys both stages with the operator’s settings', () => {
    const deployments = jobsOf(path).flatMap(([name, { steps }]) =>
      steps.filter(({ run }) => run?.includes(`deploy-stage ${name}`)),
    );
    expect(deployments).toHaveLength(2);
    for (const { env } of deployments) expect(env?.SLUICE_CONFIG).toMatch(/^\$\{\{ vars\.SLUICE_CONFIG \}\}$/);
  });

  test('deploys a stage once at a time, and dev while prod waits for its approval', () => {
    expect((parse(text(path)) as Workflow).concurrency).toBeUndefined();
    expect(jobsOf(path).map(([, { concurrency }]) => concurrency?.group)).toEqual(['deploy-dev', 'deploy-prod']);
  });
});
