import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { deployStacks } from '../../../bin/deployment/deploy.ts';
import { readDeployOptions } from '../../../bin/deployment/deploy-options.ts';
import type { CommandResult } from '../../../bin/operator/command.ts';
import { type CliAnswers, fakeCli } from '../preflight/fake-cli.ts';
import { assemblies } from '../preflight/synthesized.ts';

const state = (name: string): CliAnswers =>
  JSON.parse(readFileSync(`test/bin/preflight/account-states/${name}.json`, 'utf8')).answers;
const ready = state('ready');
const folder = assemblies.allOptions;

/** A deployment with these options, in an account in this state. The CDK's commands end with these exit codes. */
async function deploy(
  args: readonly string[],
  changes: CliAnswers = {},
  codes: readonly number[] = [0, 0],
  check: CommandResult = { documents: [], text: 'It answers.\n' },
) {
  const [runs, checked]: [string[], string[]] = [[], []];
  const { run, asked } = fakeCli({ ...ready, ...changes });
  let text = '';
  const code = await deployStacks(readDeployOptions(args), {
    cdk: async (run) => codes[runs.push(run.join(' ')) - 1] ?? 0,
    aws: run,
    checkManagement: async (stackName, region) => {
      checked.push(`${stackName} in ${region}`);
      return check;
    },
    write: (more) => {
      text += more;
    },
    folder,
  });
  return { code, runs, asked, checked, text };
}

const options = ['-c', 'stage=prod', '--profile', 'ops', '--require-approval', 'never'];
const synthesis = `synth --quiet --output ${folder} ${options.join(' ')}`;
const deployment = `deploy --app ${folder} ${options.join(' ')}`;

test('a ready account: the stacks that were synthesized and asked about are deployed, with the same options', async () => {
  const { code, runs, text } = await deploy(options);
  expect({ code, runs }).toEqual({ code: 0, runs: [synthesis, deployment] });
  expect(text).toMatch(/^Sluice-prod: account 123456789012, region eu-south-2\nok {7}bootstrap: /);
});

test('something to do: nothing is deployed, and the text says how to do it all the same', async () => {
  const { code, runs, text } = await deploy(options, state('private-hosted-zone'));
  expect({ code, runs }).toEqual({ code: 3, runs: [synthesis] });
  expect(text).toContain('TO DO    hosted zone Z0123456789');
  expect(text).toContain('Nothing was deployed');
  expect(text).toContain('--skip-preflight');
});

test('--skip-preflight asks AWS nothing, and is no option of the CDK', async () => {
  const { code, runs, asked } = await deploy([...options, '--skip-preflight'], state('private-hosted-zone'));
  expect({ code, runs, asked }).toEqual({ code: 0, runs: [synthesis, deployment], asked: [] });
});

test('what could not be asked does not stop a pipeline, whose credentials may do no more than deploy', async () => {
  const { code, runs } = await deploy(options, state('denied'));
  expect({ code, runs }).toEqual({ code: 0, runs: [synthesis, deployment] });
});

test('a synthesis that fails, and a deployment that fails, end with 1', async () => {
  expect(await deploy(options, {}, [1])).toMatchObject({ code: 1, runs: [synthesis], asked: [] });
  expect(await deploy(options, {}, [0, 1])).toMatchObject({ code: 1, runs: [synthesis, deployment], checked: [] });
});

test('after a deployment, the management API is asked; what fails is printed with its rollback, and ends with 1', async () => {
  const good = await deploy(options);
  expect(good).toMatchObject({ code: 0, checked: ['Sluice-prod in eu-south-2'] });
  expect(good.text).toMatch(/Sluice-prod is deployed\. management-check .*\nIt answers\.\n$/);
  const failed = await deploy(options, {}, [0, 0], { documents: [], text: 'FAILED\n   aws lambda …\n', exitCode: 1 });
  expect(failed.code).toBe(1);
  expect(failed.text).toMatch(/FAILED\n {3}aws lambda …\n$/);
});

test('--skip-management-check leaves that out, and is no option of the CDK', async () => {
  const { code, runs, checked } = await deploy([...options, '--skip-management-check']);
  expect({ code, runs, checked }).toEqual({ code: 0, runs: [synthesis, deployment], checked: [] });
});
