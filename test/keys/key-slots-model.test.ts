import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { changePlan } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { revokeKey } from '../../src/keys/change-key.ts';
import { createKey } from '../../src/keys/create-key.ts';
import { effectiveLimits } from '../../src/keys/key-slots.ts';
import { rotateKey } from '../../src/keys/rotate-key.ts';
import type { Plan } from '../../src/plans.ts';
import { dayMs, dayOf } from '../../src/time.ts';
import { byCustomer, byOperator, customer } from '../support/change-requests.ts';
import { effort } from '../support/effort.ts';
import { memoryDirectory } from '../support/memory-directory.ts';
import { plans } from '../support/settings.ts';
import { authorizationOf } from './authorization.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const accountId = 'acme';
/** Index of a key, newest first, because older ones are mostly revoked. */
const target = fc.nat(9);

/** A share of the key's remaining quota. */
const share = fc.constantFrom(0.1, 0.5, 1);

const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('create' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('revoke' as const), target }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rotate' as const), target }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('call' as const), target, share }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change plan' as const),
      planId: fc.constantFrom('free', 'developer', 'business'),
    }),
  },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

const pause = fc.constantFrom(1_000, 2_000, dayMs / 2 - 2_000, dayMs / 2, dayMs);

/** A refused request is a valid result here. */
const refusals = new Set(['key_limit_reached', 'too_many_keys', 'key_revoked', 'key_not_found', 'account_busy']);

/** An account and the callers that use its keys; calls are counted as in Admissions. */
class World {
  now = noon;
  readonly directory = memoryDirectory();
  readonly #used = new Map<string, number>();
  readonly #secrets = new Map<string, string[]>();
  readonly #plans = new Map<string, Set<Plan>>();
  readonly clock = () => this.now;
  readonly readCalls = async (keyId: string, day: string) => this.#used.get(`${keyId}#${day}`) ?? 0;

  async begin(planId: string): Promise<void> {
    await registerAccount(
      { directory: this.directory, clock: this.clock },
      { accountId, email: 'a@b.example', planId },
      customer,
    );
    await this.#notePlan();
  }

  async run(given: Command): Promise<void> {
    try {
      await this.#run(given);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && refusals.has(String(error.code)))) throw error;
    }
    await this.#notePlan();
  }

  async pass(ms: number): Promise<void> {
    this.now += ms;
    await this.#notePlan();
  }

  async #run(given: Command): Promise<void> {
    if (given.do === 'change plan')
      return void (await changePlan(
        { directory: this.directory, plans, clock: this.clock },
        byOperator(accountId),
        given.planId,
      ));
    if (given.do === 'create') return void (await this.create());
    const keyIds = [...this.#secrets.keys()];
    const keyId = keyIds.at(-1 - (given.target % Math.max(1, keyIds.length))) ?? 'key_none';
    if (given.do === 'revoke')
      return void (await revokeKey(
        { directory: this.directory, plans, clock: this.clock },
        byCustomer(accountId),
        keyId,
      ));
    if (given.do === 'call') return this.call(keyId, given.share);
    const { secret } = await rotateKey(
      { directory: this.directory, clock: this.clock },
      byCustomer(accountId),
      keyId,
      0,
    );
    this.#secrets.get(keyId)?.push(secret ?? '');
  }

  async create() {
    const { key, secret } = await createKey(
      { directory: this.directory, plans, clock: this.clock, readCalls: this.readCalls },
      byCustomer(accountId),
      { name: 'key' },
    );
    this.#secrets.set(key.keyId, [secret ?? '']);
    return key;
  }

  /** Makes this share of the key's remaining calls. */
  async call(keyId: string, part: number): Promise<void> {
    const item = `${keyId}#${dayOf(this.now)}`;
    this.#used.set(item, (this.#used.get(item) ?? 0) + Math.ceil((await this.#left(keyId)) * part));
  }

  /** Calls that a key may still make today, according to the authorizer. */
  async #left(keyId: string): Promise<number> {
    const secret = this.#secrets.get(keyId)?.at(-1) ?? '';
    const authorization = await authorizationOf(this.directory, secret, this.clock);
    if (typeof authorization === 'string') return 0;
    const plan = plans.find(authorization.planId);
    const { callsPerDay = 0 } = plan ? effectiveLimits(plan.limits, authorization, this.now) : {};
    return Math.max(0, callsPerDay - this.callsToday([keyId]));
  }

  /** After each step, today's calls and the calls still possible are at most keys × quota of the largest plan. */
  async check(): Promise<void> {
    const plans = [...(this.#plans.get(dayOf(this.now)) ?? [])];
    const most = Math.max(...plans.map(({ keys, limits }) => keys * limits.callsPerDay));
    const left = await Promise.all([...this.#secrets.keys()].map((keyId) => this.#left(keyId)));
    const sum = left.reduce((one, other) => one + other, this.callsToday([...this.#secrets.keys()]));
    if (sum > most) throw new Error(`${sum} calls may be made, and ${most} are the most.`);
  }

  /** Today's calls of keys. */
  callsToday(keyIds: readonly string[]): number {
    return keyIds.reduce((sum, keyId) => sum + (this.#used.get(`${keyId}#${dayOf(this.now)}`) ?? 0), 0);
  }

  async plan(): Promise<Plan | undefined> {
    return plans.find((await findAccount(this.directory, accountId)).planId);
  }

  async activeKeys(): Promise<readonly string[]> {
    return (await findAccount(this.directory, accountId)).activeKeys;
  }

  async #notePlan(): Promise<void> {
    const plan = await this.plan();
    const day = dayOf(this.now);
    const plans = this.#plans.get(day) ?? new Set();
    if (plan) this.#plans.set(day, plans.add(plan));
  }
}

const planId = fc.constantFrom('free', 'developer');
const numRuns = Number(process.env.SLUICE_HISTORIES ?? effort(40, 3_000));

test('an account’s calls of a day never exceed keys × quota of its largest plan, whatever happens concurrently', async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.array(command, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: pause },
  );
  const property = fc.asyncProperty(planId, fc.array(step, { minLength: 10, maxLength: 40 }), async (first, steps) => {
    const world = new World();
    await world.begin(first);
    for (const next of steps) {
      if (typeof next === 'number') await world.pass(next);
      // Calls are not concurrent with other commands: the promise excludes calls in flight when their key is revoked.
      else if (next.some((given) => given.do === 'call')) for (const given of next) await world.run(given);
      else await Promise.all(next.map((given) => world.run(given)));
      await world.check();
    }
  });
  await fc.assert(property, { numRuns });
});

/** A model of the slots: the last key in each slot today, active or revoked. */
class Slots {
  #slots: { keys: string[]; free: boolean }[] = [];

  newDay(active: readonly string[]): void {
    this.#slots = active.map((keyId) => ({ keys: [keyId], free: false }));
  }

  /** Frees the slots whose last key is no longer active. */
  sync(active: readonly string[]): void {
    for (const slot of this.#slots) slot.free = !active.includes(slot.keys.at(-1) ?? '');
  }

  /** The slots that a new key may take over; none if there is an unused slot. */
  candidates(allowed: number): { keys: string[]; free: boolean }[] {
    return this.#slots.length < allowed ? [] : this.#slots.filter(({ free }) => free);
  }

  add(keyId: string): void {
    this.#slots.push({ keys: [keyId], free: false });
  }
}

test('a key starts with the calls of the least used slot if every slot has been used, otherwise with none', async () => {
  const property = fc.asyncProperty(
    planId,
    fc.array(fc.oneof({ weight: 12, arbitrary: command }, { weight: 1, arbitrary: pause }), {
      minLength: 15,
      maxLength: 60,
    }),
    async (first, steps) => {
      const world = new World();
      const slots = new Slots();
      await world.begin(first);
      for (const next of steps) {
        const before = dayOf(world.now);
        if (typeof next === 'number') await world.pass(next);
        else if (next.do !== 'create') await world.run(next);
        const active = await world.activeKeys();
        if (dayOf(world.now) !== before) slots.newDay(active);
        if (typeof next === 'number') continue;
        slots.sync(active);
        if (next.do !== 'create') continue;
        const allowed = (await world.plan())?.keys ?? 0;
        if (active.length >= allowed) continue;
        const candidates = slots.candidates(allowed);
        const least = Math.min(...candidates.map(({ keys }) => world.callsToday(keys)));
        const key = await world.create();
        const calls = key.startedWith?.calls ?? 0;
        expect(calls).toBe(candidates.length === 0 ? 0 : least);
        const taken = candidates.find(({ keys }) => world.callsToday(keys) === calls);
        if (taken) Object.assign(taken, { free: false, keys: [...taken.keys, key.keyId] });
        else slots.add(key.keyId);
      }
    },
  );
  await fc.assert(property, { numRuns });
});
