import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { exitCodeOf } from '../../../bin/command-errors.ts';
import { askAccount } from '../../../bin/preflight/ask-account.ts';
import { readAssembly } from '../../../bin/preflight/assembly.ts';
import { createAsk } from '../../../bin/preflight/aws-call.ts';
import { awsCalls } from '../../../bin/preflight/aws-calls.ts';
import { notAsked, topicsByType } from '../../../bin/preflight/resource-types.ts';
import { tableRows } from '../../docs/pages.ts';
import { fakeCli } from './fake-cli.ts';
import { assemblies } from './synthesized.ts';

// No AWS account is at hand. The answers have the forms that AWS documents, not recorded ones.
const folder = new URL('account-states/', import.meta.url);

const stateSchema = v.strictObject({
  why: v.string(),
  template: v.optional(v.picklist(['allOptions', 'shipped']), 'allOptions'),
  answers: v.record(v.string(), v.record(v.string(), v.unknown())),
  /** Every check that is neither ok nor by hand, with its status and what is printed. */
  expected: v.record(v.string(), v.tuple([v.picklist(['to_do', 'warning', 'unknown']), v.string()])),
});

const read = (name: string) =>
  v.parse(v.pipe(v.string(), v.parseJson(), stateSchema), readFileSync(new URL(`${name}.json`, folder), 'utf8'));

const ready = read('ready').answers;
const states = readdirSync(folder).map((file) => basename(file, '.json'));
const stacks = { allOptions: readAssembly(assemblies.allOptions), shipped: readAssembly(assemblies.shipped) };

async function findingsIn(name: string) {
  const { template, answers, expected } = read(name);
  const cli = fakeCli({ ...ready, ...answers });
  const [stack] = stacks[template];
  if (!stack) throw new Error('nothing was synthesized');
  const { findings } = await askAccount(stack, stack.region ?? '', createAsk(cli.run, stack.region ?? ''));
  return { findings, expected, asked: cli.asked };
}

test.each(states)('%s: preflight says what is wrong, and nothing else', async (name) => {
  const { findings, expected } = await findingsIn(name);
  const wrong = findings.filter(({ status }) => status !== 'ok' && status !== 'manual');
  expect([...new Set(wrong.map(({ check }) => check))].toSorted()).toEqual(Object.keys(expected).toSorted());
  for (const { check, status, found, action } of wrong) {
    const [expectedStatus = '', pattern = ''] = expected[check] ?? [];
    expect(`${check} ${status}: ${found} ${action}`).toMatch(new RegExp(`${expectedStatus}: .*${pattern}`, 's'));
    expect(action).toMatch(/\w/);
  }
});

test.each([
  ['An error occurred (ExpiredToken) when calling the GetCallerIdentity operation: expired', 'ExpiredToken'],
  ['Unable to locate credentials. You can configure credentials by running "aws configure".', 'no_answer'],
])('without valid credentials nothing else is asked, and the command ends as unreachable: %s', async (err, code) => {
  const [stack] = stacks.shipped;
  if (!stack) throw new Error('nothing was synthesized');
  let calls = 0;
  const ask = createAsk(async () => {
    calls++;
    return { code: 253, out: '', err };
  }, 'eu-south-2');
  const error = await askAccount(stack, 'eu-south-2', ask).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code });
  expect([exitCodeOf(error), calls]).toEqual([5, 1]);
});

test('every type of the templates has a question, or a reason why it has none', () => {
  const types = new Set(Object.values(stacks).flatMap(([stack]) => (stack?.resources ?? []).map(({ type }) => type)));
  const known = [...Object.keys(topicsByType), ...Object.keys(notAsked)];
  expect([...types].filter((type) => !known.includes(type))).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});

test('every call is asked in some state, and docs/cli.md lists the permissions of all, and no other', async () => {
  const asked = new Set((await Promise.all(states.map(findingsIn))).flatMap((state) => state.asked));
  // The template of the tests names neither groups of its own nor a boundary.
  const calls = Object.values(awsCalls).filter(
    ({ command }) => !['ec2 describe-security-groups', 'iam get-policy'].includes(command),
  );
  expect([...asked].toSorted()).toEqual(calls.map(({ command }) => command).toSorted());
  const [, documented = ''] = tableRows('docs/cli.md').findLast(([command]) => command === 'npm run preflight') ?? [];
  const actions = [...documented.matchAll(/`([a-z0-9]+:\w+)`/g)].map(([, action]) => action);
  const needed = Object.values(awsCalls).flatMap(({ permission }) => permission ?? []);
  expect(actions.toSorted()).toEqual([...new Set(needed)].toSorted());
});
