import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { changePlan } from '../../src/accounts/account-plan.ts';
import { type Plan, Plans } from '../../src/plans.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { byOperator } from '../support/change-requests.ts';
import { effort } from '../support/effort.ts';
import { memoryDirectory } from '../support/memory-directory.ts';
import { type ApiAnswer, newUser, startApi, type TestApi } from './api.ts';
import { type Command, type Offer, steps, toPlans } from './plan-histories.ts';

// Random histories of an account, while the operator changes the settings and assigns plans. Requests of a step are
// concurrent, and each may meet a process with the settings before the last deployment.

/** Called with each plan that the running command stores in the account. */
const onStore = new AsyncLocalStorage<(planId: string) => void>();

function watchedDirectory(): Directory {
  const directory = memoryDirectory();
  return {
    ...directory,
    // The keys of a day are not limited here: the simulated day never ends.
    update: async () => ({}),
    transact: async (writes) => {
      await directory.transact(writes);
      const [account] = writes;
      if (account && 'values' in account) onStore.getStore()?.(String(account.values[':planId']));
    },
  };
}

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ directory: watchedDirectory(), readCalls: async () => 0 });
});

/** One for each deployment: to make its routes takes as long as a request. */
const apis = new WeakMap<readonly Plan[], Deployment>();
type Deployment = ReturnType<TestApi['withSettings']>;

function apiWith(plans: readonly Plan[]): Deployment {
  const made = apis.get(plans) ?? api.withSettings({ ...api.deps.settings, plans });
  apis.set(plans, made);
  return made;
}

/** An account as its owner sees it, and the model of what may happen to it. */
class World {
  #offer: Plan[] = toPlans({});
  #before: Plan[] = this.#offer;
  #planId = 'free';
  #keys: readonly string[] = [];
  readonly #user = newUser();
  readonly #broken: Command[] = [];

  deploy(offer: Offer): void {
    this.#before = this.#offer;
    this.#offer = toPlans(offer);
  }

  /** Concurrent commands. The answer of a single one is known exactly. */
  async run(commands: readonly Command[]): Promise<void> {
    const [only, ...others] = commands;
    const expected = only && others.length === 0 ? this.#statusOf(only) : undefined;
    const statuses = await Promise.all(
      commands.map((one) =>
        onStore.run(
          (planId) => this.#store(planId, one),
          () => this.#run(one),
        ),
      ),
    );
    expect(this.#broken).toEqual([]);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    if (expected !== undefined) expect([only, statuses[0]]).toEqual([only, expected]);
    const stored = this.#planId;
    await this.observe();
    expect(this.#planId).toBe(stored);
  }

  /** The promise: only the operator's command moves the account to a plan that is not open or has a price. */
  #store(planId: string, by: Command): void {
    if (planId === this.#planId) return;
    this.#planId = planId;
    if (!this.#canReach(by, planId)) this.#broken.push(by);
  }

  #settingsFor({ outdated }: Command): Plan[] {
    return outdated ? this.#before : this.#offer;
  }

  #canReach(by: Command, planId: string): boolean {
    const plan = this.#settingsFor(by).find(({ id }) => id === planId);
    if (by.do === 'assign') return plan !== undefined && plan.availability !== 'retired';
    return plan !== undefined && isForEverybody(plan);
  }

  /** The status of the answer if nothing else happens at the same time. */
  #statusOf(given: Command): number {
    const settings = this.#settingsFor(given);
    const plan = (id: string) => settings.find((one) => one.id === id);
    if ('target' in given) return this.#keys.length > 0 ? 200 : 404;
    if (given.do === 'create') return this.#keys.length < (plan(this.#planId)?.keys ?? 0) ? 201 : 409;
    if (!('planId' in given) || given.planId === this.#planId) return 200;
    if (!this.#canReach(given, given.planId)) return 400;
    return this.#keys.length <= (plan(given.planId)?.keys ?? 0) ? 200 : 409;
  }

  async #run(given: Command): Promise<number> {
    const settings = this.#settingsFor(given);
    const call = async (method: string, path: string, json?: unknown): Promise<ApiAnswer> =>
      apiWith(settings).call(this.#user, method, path, json === undefined ? {} : { json });
    switch (given.do) {
      case 'choose':
        return (await call('PUT', '/v1/account/plan', { planId: given.planId })).status;
      case 'keep':
        return (await call('PUT', '/v1/account/plan', { planId: this.#planId })).status;
      case 'create':
        return (await call('POST', '/v1/keys', { name: 'key' })).status;
      case 'revoke':
        return (await call('POST', `/v1/keys/${this.#keyAt(given.target)}/revoke`)).status;
      case 'rotate':
        return (await call('POST', `/v1/keys/${this.#keyAt(given.target)}/rotate`, { graceHours: 1 })).status;
      case 'assign':
        return this.#assign(given.planId, settings);
    }
  }

  #keyAt(index: number): string {
    return this.#keys[index % Math.max(1, this.#keys.length)] ?? 'key_none';
  }

  /** The operator's command, with the status that the API would give its error. */
  async #assign(id: string, settings: readonly Plan[]): Promise<number> {
    const statuses: Record<string, number> = { unknown_plan: 400, too_many_keys: 409, account_busy: 409 };
    try {
      const { directory, clock } = api.deps;
      const deps = { directory, clock, plans: new Plans(settings) };
      await changePlan(deps, byOperator(this.#user.sub), id);
      return 200;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      const status = statuses[code];
      if (status === undefined) throw error;
      return status;
    }
  }

  /** What a customer reads, with the settings of each process. */
  async observe(): Promise<void> {
    for (const settings of [this.#before, this.#offer]) {
      const get = async (path: string) => {
        const answer = await apiWith(settings).call(this.#user, 'GET', path);
        expect([path, answer.status]).toEqual([path, 200]);
        return answer.body;
      };
      const { planId: id, plan } = await get('/v1/account');
      expect(plan?.planId).toBe(settings.find((one) => one.id === id)?.id);
      const listed = settings.filter((one) => one.availability === 'open' || one.id === id);
      expect(
        (await get('/v1/plans')).plans.map((one: { planId: string; open: boolean }) => [one.planId, one.open]),
      ).toEqual(listed.map((one) => [one.id, isForEverybody(one)]));
      this.#planId = id;
      this.#keys = (await get('/v1/keys')).keys.map(({ keyId }: { keyId: string }) => keyId);
    }
  }
}

const isForEverybody = ({ availability, pricePerMonth }: Plan): boolean =>
  availability === 'open' && pricePerMonth === 0;

test('no sequence of a customer’s calls reaches a plan that is not open, or a priced one', async () => {
  const property = fc.asyncProperty(steps, async (history) => {
    const world = new World();
    await world.observe();
    for (const next of history) {
      if (Array.isArray(next)) await world.run(next);
      else world.deploy(next.deploy);
    }
  });
  await fc.assert(property, { numRuns: Number(process.env.SLUICE_HISTORIES ?? effort(15, 1_000)) });
});
