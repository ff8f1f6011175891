import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { registerAccount } from '../../src/accounts/accounts.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { type GivenCommand, type History, histories } from './life-cycle/histories.ts';
import { inTurns } from './life-cycle/in-turns.ts';
import {
  activeLabels,
  apply,
  type Command,
  listing,
  type Model,
  newModel,
  type Result,
  verdicts,
} from './life-cycle/model.ts';
import { Real } from './life-cycle/real.ts';
import { newKey } from './new-key.ts';
import { verdictOn } from './verdict.ts';

const start = Date.UTC(2026, 10, 20);
let directory: Directory;
let theirs: Awaited<ReturnType<typeof newKey>>;
let accounts = 0;

beforeAll(async () => {
  directory = await emptyDirectory();
  await registerAccount(directory, { accountId: 'rival', email: 'r@b.example' }, () => start);
  theirs = await newKey(directory, 'rival', 'theirs', () => start);
});

const permutations = <T>(list: readonly T[]): T[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap((first, index) => permutations(list.toSpliced(index, 1)).map((rest) => [first, ...rest]));

type Labelled = readonly [label: string, command: Command];

function labelled(model: Model, commands: readonly GivenCommand[], index: number): Labelled[] {
  const keys = [...Object.keys(model.keys), 'theirs'];
  return commands.map((given, place) => [
    `${index}.${place}`,
    'target' in given ? { ...given, key: keys[given.target % keys.length] ?? '' } : given,
  ]);
}

/** The model after commands that came one after the other, and what each gave. */
function inOrder(before: Model, commands: readonly Labelled[], now: number) {
  let model = before;
  const results: Record<string, Result> = {};
  for (const [label, command] of commands) {
    const applied = apply(model, command, label, now);
    model = applied.model;
    results[label] = applied.result;
  }
  return { model, results };
}

// By its text, for objects of Node's structuredClone have other prototypes than those of jest.
const isSame = (one: object, other: object) => isDeepStrictEqual(plain(one), plain(other));
const plain = (value: object): unknown => JSON.parse(JSON.stringify(value));

/**
 * Lives through a history. After each step all that is to be seen, and what the authorizer says of every secret ever
 * made, must be what some order of the commands that ran at once gives.
 * @param by the directory as the commands see it
 */
async function live(history: History, by: Directory, settle: <T>(work: Promise<T>) => Promise<T>): Promise<void> {
  const { planId, skew, first, steps } = history;
  const accountId = `acme${accounts++}`;
  await registerAccount(directory, { accountId, email: 'a@b.example', planId }, () => start);
  const real = new Real(directory, accountId, theirs.key.keyId);
  let model = newModel(planId);
  let now = start;
  for (const [index, step] of [first, ...steps].entries()) {
    if (typeof step === 'number') now += step;
    const commands = typeof step === 'number' ? [] : labelled(model, step, index);
    const running = commands.map(async ([label, command]) => [label, await real.run(by, command, label, now)] as const);
    const given = (await settle(Promise.all(running))).map(([label, result]) => [label, result()]);
    const observed = { ...(await real.observe(now + skew)), results: Object.fromEntries(given) };
    const explanations = permutations(commands).map((order) => {
      const { model: after, results } = inOrder(model, order, now);
      const { planId, state } = after;
      const keys = listing(after);
      const seen = { planId, state, active: activeLabels(after), keys, verdicts: verdicts(after, now + skew), results };
      return { after, seen };
    });
    const explanation = explanations.find(({ seen }) => isSame(seen, observed));
    // Fails, and shows how it differs from one of them.
    if (!explanation) expect(observed).toEqual(explanations[0]?.seen);
    model = explanation?.after ?? model;
  }
  expect(await verdictOn(directory, theirs.secret, () => now)).toMatchObject({ accountId: 'rival', planId: 'free' });
}

// A failure is shown as far as it could be shrunk before jest's own time limit.
const options = { numRuns: 25, interruptAfterTimeLimit: 20_000 };

test('commands in any order and at once leave no secret that works when it should not, none refused, no stale plan', async () => {
  const property = fc.asyncProperty(histories, (history) => live(history, directory, (work) => work));
  await fc.assert(property, options);
});

test('nor do they when their reads and writes fall between each other’s in any order', async () => {
  const property = fc.asyncProperty(histories, fc.scheduler(), (history, scheduler) =>
    live(history, inTurns(directory, scheduler), (work) => scheduler.waitFor(work)),
  );
  await fc.assert(property, options);
});
