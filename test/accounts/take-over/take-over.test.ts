import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { effort } from '../../support/effort.ts';
import { attackerCommands } from './attacker.ts';
import { runHistory, type Step, type Totals } from './run-history.ts';
import { startTakeOverWorld, type TakeOverWorld } from './take-over-world.ts';
import { victimCommands } from './victim.ts';

// Random interleavings of a victim and an attacker who knows the address. `npm run lab -- take-overs` plays more, with
// TAKE_OVER_SEED for other ones.

const runs = Number(process.env.TAKE_OVER_RUNS ?? effort(6, 1_000));
const seed = Number(process.env.TAKE_OVER_SEED ?? 1);

let world: TakeOverWorld;
beforeAll(async () => {
  world = await startTakeOverWorld();
});
afterAll(() => world?.stop());

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ victim: fc.constantFrom(...victimCommands) }) },
  { weight: 7, arbitrary: fc.record({ attacker: fc.constantFrom(...attackerCommands) }) },
  { weight: 2, arbitrary: fc.constant({ steal: true } as const) },
  { weight: 2, arbitrary: fc.constant({ steal: 'account token' } as const) },
  { weight: 1, arbitrary: fc.record({ wait: fc.constantFrom(minute, 10 * minute, hour, day + minute) }) },
);

/** Played first. */
const attacks: Step[][] = [
  // The attack of issue 18: an attacker signs up with the victim's address, and steals the session later.
  [
    { attacker: 'sign up at the pool' },
    { attacker: 'ask' },
    { victim: 'register' },
    { attacker: 'guess' },
    { victim: 'make a key' },
    { steal: true },
    { attacker: 'make a key' },
    { attacker: 'make an account token' },
    { attacker: 'enrol' },
    { victim: 'reset' },
    { attacker: 'refresh' },
    { attacker: 'read' },
  ],
  // An account token that is stolen makes keys until it is revoked, and survives a new password.
  [
    { victim: 'make an account token' },
    { steal: 'account token' },
    { attacker: 'use the account tokens' },
    { victim: 'change the password' },
    { attacker: 'use the account tokens' },
    { attacker: 'claim the address' },
    { attacker: 'make an account token' },
    { attacker: 'use the account tokens' },
    { victim: 'revoke the account tokens' },
    { attacker: 'use the account tokens' },
  ],
  // Rights on the operator's functions change nothing of the victim's: to read is all that the one right permits.
  [
    { victim: 'make a key' },
    { victim: 'make an account token' },
    { victim: 'enrol' },
    { attacker: 'use the right on the function that reads' },
    { attacker: 'invoke the function that changes' },
    { victim: 'read' },
  ],
  // A session that is stolen and ended before the management API has ever seen it.
  [{ victim: 'register' }, { steal: true }, { victim: 'reset' }, { attacker: 'read' }, { attacker: 'refresh' }],
];

test('nothing that an attacker holds reads or changes what belongs to the victim', async () => {
  const totals: Totals = {
    steps: 0,
    registered: 0,
    thefts: 0,
    theftsEnded: 0,
    tokenThefts: 0,
    deedsByToken: 0,
    deedsOfThieves: 0,
    refusals: 0,
  };
  const history = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(history, (steps) => runHistory(world, steps, totals)),
    { numRuns: runs, seed, examples: attacks.map((steps) => [steps]) },
  );
  if (process.env.TAKE_OVER_RUNS) console.info(JSON.stringify({ runs, seed, ...totals }));
  // Otherwise the histories would prove nothing.
  expect(Math.min(...Object.values(totals))).toBeGreaterThan(0);
});
