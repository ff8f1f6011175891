import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { observeCodeDeploy } from '../../../bin/first-deployment/observe.ts';
import { TrialStage } from '../../../bin/first-deployment/stage.ts';
import { steps } from '../../../bin/first-deployment/steps.ts';
import { type Ended, Transcript } from '../../../bin/first-deployment/transcript.ts';

import { assemblies } from '../preflight/synthesized.ts';

const folder = mkdtempSync(join(tmpdir(), 'first-deployment-'));
const file = join(folder, 'answers.txt');
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => void jest.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => void jest.restoreAllMocks());

/** Answers instead of the programs, by a part of their command lines. */
class FakeTranscript extends Transcript {
  readonly ran: string[] = [];
  readonly #answers: Readonly<Record<string, string>>;

  constructor(answers: Readonly<Record<string, string>>) {
    super(file, 'fake answers');
    this.#answers = answers;
  }

  override async run(_: string, command: readonly string[]): Promise<Ended> {
    const line = command.join(' ');
    this.ran.push(line);
    const key = Object.keys(this.#answers).find((part) => line.includes(part));
    return { exitCode: 0, output: key === undefined ? '' : (this.#answers[key] ?? ''), errors: '' };
  }
}

const stack = (Tags: readonly { Key: string }[]) => ({
  'describe-stacks': JSON.stringify({ Stacks: [{ StackStatus: 'CREATE_COMPLETE', Tags }] }),
});
const own = stack([{ Key: 'sluice-first-deployment' }]);
const withStage = async (answers: Readonly<Record<string, string>>, use: (stage: TrialStage) => Promise<unknown>) => {
  const transcript = new FakeTranscript(answers);
  const stage = new TrialStage(transcript);
  const ended = await use(stage).finally(() => rmSync(stage.folder, { recursive: true }));
  return { ran: transcript.ran, ended };
};

describe('a stack Sluice-dev that this command did not create', () => {
  test.each<[string, (stage: TrialStage) => Promise<unknown>]>([
    ['deployed over', (stage) => stage.deploy()],
    ['deleted', (stage) => stage.destroy()],
    ['emptied by the step destroy', (stage) => steps.destroy?.run(stage) ?? Promise.resolve()],
  ])('is never %s', async (_, use) => {
    const transcript = new FakeTranscript(stack([{ Key: 'team' }]));
    const stage = new TrialStage(transcript);
    await expect(use(stage)).rejects.toThrow('did not create. It stays as it is: use another region or account.');
    expect(transcript.ran.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'aws cloudformation describe-stacks',
    ]);
    rmSync(stage.folder, { recursive: true });
  });

  test('but its own is', async () => {
    const { ran } = await withStage(own, (stage) => stage.deploy());
    expect(ran[1]).toContain(' deploy Sluice-dev --app ');
  });
});

test('resources that are deleted already are not asked about', async () => {
  const { ran, ended } = await withStage({ 'list-stack-resources': 'one\ttwo\n' }, (stage) =>
    stage.resources('AWS::S3::Bucket'),
  );
  expect(ended).toEqual(['one', 'two']);
  expect(ran[0]).toContain("ResourceType=='AWS::S3::Bucket' && ResourceStatus!='DELETE_COMPLETE'");
});

test('CodeDeploy is asked about groups of the stack alone', async () => {
  const answers = {
    "ResourceType=='AWS::CodeDeploy::Application'": 'app-1',
    "ResourceType=='AWS::CodeDeploy::DeploymentGroup'": 'proxy tally',
    'list-deployments --application-name app-1 --deployment-group-name proxy': 'd-PROXY1',
  };
  const { ran } = await withStage(answers, observeCodeDeploy);
  const lists = ran.filter((line) => line.includes('list-deployments'));
  expect(lists).toHaveLength(2);
  expect(lists.every((line) => line.includes('--application-name app-1 --deployment-group-name '))).toBe(true);
  expect(ran.filter((line) => line.includes('get-deployment ')).join()).toContain('--deployment-id d-PROXY1');
});

test('preflight looks at the assembly of the run, and what AWS does not say ends it', async () => {
  const before = { ...process.env };
  const refusal = 'An error occurred (AccessDenied) when calling the Any operation: no';
  const program = `#!/bin/sh\n[ "$1" = sts ] && echo '{"Account":"123456789012"}' && exit\necho '${refusal}' >&2\nexit 254\n`;
  writeFileSync(join(folder, 'aws'), program, { mode: 0o755 });
  process.env.PATH = `${folder}:${before.PATH}`;
  const transcript = new FakeTranscript({});
  const stage = Object.assign(new TrialStage(transcript), { assembly: assemblies.allOptions });
  try {
    await expect(steps.preflight?.run(stage)).rejects.toThrow('Do what preflight says');
  } finally {
    process.env = before;
    rmSync(stage.folder, { recursive: true });
  }
  expect(transcript.ran).toEqual([]);
  expect(readFileSync(file, 'utf8')).toContain('UNKNOWN  bootstrap: It could not be asked');
});

describe('a step with load', () => {
  const answers = (ok: number) => ({
    ...own,
    'describe-stacks': JSON.stringify({
      Stacks: [
        {
          StackStatus: 'CREATE_COMPLETE',
          Tags: [{ Key: 'sluice-first-deployment' }],
          Outputs: ['MainnetEndpoint', 'DirectoryTable'].map((OutputKey) => ({ OutputKey, OutputValue: 'value' })),
        },
      ],
    }),
    'bin/seed.ts': '{"secret":"a secret"}',
    'bin/load.ts': JSON.stringify({ sent: 201, ok }),
  });
  const load = (stage: TrialStage) => steps.load?.run(stage) ?? Promise.resolve();

  test('needs an answer to nine of ten calls', async () => {
    await withStage(answers(181), load);
    await expect(withStage(answers(180), load)).rejects.toThrow('Only 180 of 201 calls were answered.');
  });
});

describe('the file', () => {
  test('keeps what earlier runs wrote', () => {
    for (const title of ['first run', 'second run']) new Transcript(file, title);
    expect(readFileSync(file, 'utf8')).toMatch(/# first run\n\n# second run\n$/);
  });

  test('never has output with a secret', async () => {
    const transcript = new Transcript(file, 'a secret');
    const command = ['node', '-e', 'console.log("allLetters")'];
    const { output } = await transcript.run('shown', command, { isSecret: true });
    expect(output).toBe('allLetters\n');
    expect(readFileSync(file, 'utf8')).not.toContain('allLetters');
    await transcript.run('shown', command, { isQuiet: true });
    expect(readFileSync(file, 'utf8')).toContain('allLetters');
  });
});
