import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { registerAccount } from '../../src/accounts/accounts.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { customer } from '../support/change-requests.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { effort } from '../support/effort.ts';
import { authorizationOf } from './authorization.ts';
import { type GivenCommand, type History, histories } from './life-cycle/histories.ts';
import { inTurns } from './life-cycle/in-turns.ts';
import {
  activeLabels,
  apply,
  authorizations,
  type Command,
  listing,
  type Model,
  newModel,
  type Result,
} from './life-cycle/model.ts';
import { Real } from './life-cycle/real.ts';
import { newKey } from './new-key.ts';

const start = Date.UTC(2026, 10, 20);
let directory: Directory;
let theirs: Awaited<ReturnType<typeof newKey>>;
let accounts = 0;

beforeAll(async () => {
  directory = await emptyDirectory();
  await registerAccount(
    { directory, clock: () => start },
    { accountId: 'rival', email: 'r@b.example', planId: 'free' },
    customer,
  );
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

/** The model after sequential commands, and their results. */
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

// As text, because objects from Node's structuredClone have other prototypes than those of Jest.
const isSame = (one: object, other: object) => isDeepStrictEqual(plain(one), plain(other));
const plain = (value: object): unknown => JSON.parse(JSON.stringify(value));

/**
 * Runs a history. After each step, the visible state and the authorizer's decision on every secret ever created must be
 * those of the model after some order of the concurrent commands.
 * @param by the directory that the commands use
 */
async function live(history: History, by: Directory, settle: <T>(work: Promise<T>) => Promise<T>): Promise<void> {
  const { planId, skew, first, steps } = history;
  const accountId = `acme${accounts++}`;
  await registerAccount({ directory, clock: () => start }, { accountId, email: 'a@b.example', planId }, customer);
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
      const expected = {
        planId,
        state,
        active: activeLabels(after),
        keys,
        authorizations: authorizations(after, now + skew),
        results,
      };
      return { after, expected };
    });
    const explanation = explanations.find(({ expected }) => isSame(expected, observed));
    // Fails and shows the difference to one of them.
    if (!explanation) expect(observed).toEqual(explanations[0]?.expected);
    model = explanation?.after ?? model;
  }
  expect(await authorizationOf(directory, theirs.secret, () => now)).toMatchObject({
    accountId: 'rival',
    planId: 'free',
  });
}

// A failure is shrunk as far as possible within Jest's time limit.
const options = { numRuns: effort(10, 300), interruptAfterTimeLimit: 20_000 };

test('concurrent commands in any order leave no secret wrongly accepted, wrongly refused or on an old plan', async () => {
  const property = fc.asyncProperty(histories, (history) => live(history, directory, (work) => work));
  await fc.assert(property, options);
});

test('commands with interleaved reads and writes leave none either', async () => {
  const property = fc.asyncProperty(histories, fc.scheduler(), (history, scheduler) =>
    live(history, inTurns(directory, scheduler), (work) => scheduler.waitFor(work)),
  );
  await fc.assert(property, options);
});
