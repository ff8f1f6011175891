import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ServedPool, servePool } from '../../packages/cdk-local/test/user-pool/served-pool.ts';
import { effort } from '../support/effort.ts';
import { type ModelAccount, SweepWorld } from './sweep-world.ts';

// SWEEP_RUNS=500 npm test -- test/accounts/sweep-histories: a long search.
const numRuns = Number(process.env.SWEEP_RUNS ?? effort(6, 200));

let pool: ServedPool;
beforeAll(async () => {
  pool = await servePool();
});
afterAll(() => pool.stop());

type Step =
  | { readonly kind: 'newAccount' | 'signUp' | 'nextDay' | 'sweep' | 'twoSweeps' }
  | { readonly kind: 'deleteUser' | 'plantOrphan' | 'plantLeftover' | 'delete'; readonly account: number }
  | { readonly kind: 'slowSweep'; readonly account: number }
  | { readonly kind: 'halfDelete'; readonly account: number; readonly at: number }
  | { readonly kind: 'killedSweep'; readonly at: number }
  | { readonly kind: 'shortSweep'; readonly calls: number };

const account = fc.nat(20);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('newAccount' as const, 'signUp' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('nextDay' as const, 'sweep' as const, 'twoSweeps' as const) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('deleteUser' as const, 'plantOrphan' as const, 'plantLeftover' as const, 'delete' as const),
      account,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('halfDelete' as const), account, at: fc.nat(12) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('slowSweep' as const), account }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('killedSweep' as const), at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('shortSweep' as const), calls: fc.nat(4) }) },
);

async function run(one: Step, world: SweepWorld): Promise<void> {
  const chosen = 'account' in one ? world.accounts[one.account % world.accounts.length] : undefined;
  if (one.kind === 'newAccount') await world.newAccount();
  if (one.kind === 'signUp') await world.signUp();
  if (one.kind === 'nextDay') world.nextDay();
  if (one.kind === 'sweep') await world.sweep();
  if (one.kind === 'twoSweeps') await Promise.all([world.sweep(), world.sweep()]);
  if (one.kind === 'killedSweep') await world.sweep({ kill: { at: one.at, when: one.at % 2 ? 'before' : 'after' } });
  if (one.kind === 'shortSweep') await world.sweep({ calls: one.calls });
  if (one.kind === 'slowSweep') {
    await world.sweepWithOldList(async () => {
      await world.finishSignUp();
      await world.newAccount();
      if (chosen && !chosen.isDeleted) await world.deleteUser(chosen);
      await world.sweep();
    });
  }
  if (!chosen) return;
  if (one.kind === 'deleteUser') await world.deleteUser(chosen);
  if (one.kind === 'plantOrphan') await world.plantOrphan(chosen);
  if (one.kind === 'plantLeftover') await world.plantLeftover(chosen);
  if (one.kind === 'delete') await world.delete(chosen);
  if (one.kind === 'halfDelete') await world.delete(chosen, { at: one.at, when: one.at % 2 ? 'before' : 'after' });
}

/** An account of which nothing is wrong works: always, and after whatever the sweep did. */
async function expectUntouched(world: SweepWorld): Promise<void> {
  for (const { secret } of world.accounts.filter(({ isDeleted, hasUser }) => !isDeleted && hasUser)) {
    expect(await world.world.accepts(secret)).toBe(true);
  }
  for (const { secret } of world.accounts.filter(({ isDeleted }) => isDeleted)) {
    expect(await world.world.accepts(secret)).toBe(false);
  }
}

async function expectSwept(world: SweepWorld, account: ModelAccount): Promise<void> {
  const { isDeleted, hasUser } = account;
  expect(await world.stateOf(account)).toBe(isDeleted ? 'deleted' : hasUser ? 'active' : 'suspended');
  expect((await world.world.users.find(account.accountId)) !== undefined).toBe(!isDeleted && hasUser);
}

test('after any history, nights of sweeps leave exactly the accounts that should be there', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
    const world = await SweepWorld.start(pool);
    // With one that keeps its user, the pool does not look like a wrong one.
    await world.newAccount();
    const [kept] = world.accounts.splice(0, 1);
    for (const one of steps) {
      await run(one, world);
      await expectUntouched(world);
    }
    // Until the last sign-up is overdue.
    for (let day = 0; day < 7; day += 1) world.nextDay();
    // The first may continue a pass that an earlier one had to leave; secrets without a key wait for a second night.
    for (let night = 0; night < 3; night += 1) {
      await world.sweep();
      world.nextDay();
    }
    expect(await world.sweep()).toBe(1);
    await expectUntouched(world);
    if (kept) expect(await world.stateOf(kept)).toBe('active');
    for (const one of world.accounts) await expectSwept(world, one);
    for (const userId of world.unfinished) expect(await world.world.users.find(userId)).toBeUndefined();
    const rows = await world.directoryRows();
    expect(rows.filter(({ keyId }) => keyId === 'key_gone')).toEqual([]);
    const deleted = world.accounts.filter(({ isDeleted }) => isDeleted).map(({ accountId }) => `ACCOUNT#${accountId}`);
    expect(rows.filter(({ pk, sk }) => deleted.includes(String(pk)) && sk !== 'ACCOUNT')).toEqual([]);
    expect(rows.filter(({ pk }) => pk === 'SWEEP')).toEqual([]);
  });
  await fc.assert(property, {
    numRuns,
    endOnFailure: true,
    ...(numRuns > 100 && { interruptAfterTimeLimit: 900_000 }),
  });
});
