import { seededRandom } from '../../../lab/bench/statistics.ts';
import { endGracePeriods } from '../../../src/billing/grace-periods.ts';
import { reconcile } from '../../../src/billing/reconcile.ts';
import { BillingWorld, type Storage } from './billing-world.ts';
import { customerActs, removeAccount } from './customer-actions.ts';
import { deliver, startDeliveries, takeEvents } from './event-deliveries.ts';
import { checkFinalState } from './final-state.ts';
import { BrokenGuarantee, checkAlways, checkReconciled, nothingLivesOn, readRows } from './guarantees.ts';
import type { Action, BankAction, CustomerAction, History, OperatorAction, Step } from './history.ts';
import { Ledger } from './ledger.ts';
import { operatorActs } from './operator-actions.ts';
import type { Chance, Ending, Fate } from './processes.ts';
import { subscriptionsAt } from './stripe-objects.ts';

/** How often each action ended how, to show that the histories are not empty. */
export type Totals = Map<string, number>;

const minute = 60_000;
const day = 1_440 * minute;
const jobEvery = 15 * minute;
const atNight = 3 * 60 * minute;

/** What a request may end with, by the codes of the errors. */
const refusals = new Set([
  'DynamoDB does not answer.',
  'account_busy',
  'account_deleted',
  'already_subscribed',
  // The same event twice in a second.
  'bad_event',
  'billing_unavailable',
  'checkout_required',
  'key_limit_reached',
  'no_active_plan',
  'no_customer',
  'payment_in_progress',
  'subscribed',
  'subscription_changed',
  'too_many_keys',
  'unknown_plan',
]);

function describe(ending: Ending, outcome: string): string {
  if (!(ending instanceof Error)) return ending === 'done' ? outcome : ending;
  return 'code' in ending ? String(ending.code) : ending.message;
}

/** Plays a history and checks the guarantees. @throws {BrokenGuarantee} */
export async function runHistory(history: History, storage: Storage, totals: Totals): Promise<void> {
  const world = new BillingWorld(storage, history);
  await world.open();
  const player = new Player(world, totals);
  for (const step of history.steps) await player.play(step);
  await player.end();
}

class Player {
  readonly #world: BillingWorld;
  readonly #totals: Totals;
  #checkedAt = '';
  #reconciledAt = '';
  #unexpected: Error | undefined;

  constructor(world: BillingWorld, totals: Totals) {
    this.#world = world;
    this.#totals = totals;
  }

  #count(name: string): void {
    this.#totals.set(name, (this.#totals.get(name) ?? 0) + 1);
  }

  async play(step: Step): Promise<void> {
    const world = this.#world;
    this.#count('steps');
    await this.#wait(this.#waitOf(step), step);
    world.beginOutage(step.outageMinutes);
    const chance = chanceOf(step);
    for (const action of step.actions) this.#start(action);
    await world.processes.run(chance, () => this.#deliver(step, chance.random() < 0.2));
    this.#deliver(step, true);
    await world.processes.run(chance);
    if (step.events === 'lost') world.events.length = 0;
    await this.#check();
  }

  #waitOf({ waitMinutes, untilRenewal }: Step): number {
    if (!untilRenewal) return waitMinutes * minute;
    const ends = subscriptionsAt(this.#world.fake)
      .filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
      .map(({ items }) => (items.data[0]?.current_period_end ?? 0) * 1_000);
    const end = Math.min(...ends);
    return Number.isFinite(end) ? Math.max(0, end - this.#world.now + ((waitMinutes % 120) - 5) * minute) : 0;
  }

  #deliver({ events }: Step, now: boolean): void {
    const world = this.#world;
    if (!now || world.events.length === 0) return;
    startDeliveries(
      world,
      takeEvents(world, events, () => 0.5),
      (name, ending) => this.#note(name, ending),
    );
  }

  #start(action: Action): void {
    let outcome = '';
    const work = async () => {
      outcome = await (isOfCustomer(action) ? customerActs(this.#world, action) : operatorActs(this.#world, action));
    };
    this.#world.processes.start(action.do, work, (ending) => this.#note(action.do, ending, outcome));
  }

  #note(name: string, ending: Ending, outcome = 'done'): void {
    const how = describe(ending, outcome);
    this.#count(`${name}: ${how}`);
    if (ending instanceof Error && !refusals.has(how)) this.#unexpected ??= ending;
  }

  /** Time passes: with Stripe's own work, the job that ends grace periods, and a reconciliation each night. */
  async #wait(ms: number, { events }: Pick<Step, 'events'>): Promise<void> {
    const world = this.#world;
    const until = world.now + ms;
    while (world.now < until) {
      const night = Math.floor((world.now - atNight) / day + 1) * day + atNight;
      const graceEnds = await this.#nextGraceEnd();
      const due = Math.max(graceEnds ?? until, world.now + 1);
      const job = graceEnds === undefined ? until : Math.ceil(due / jobEvery) * jobEvery;
      world.now = Math.min(until, night, job);
      world.fake.tick();
      if (graceEnds !== undefined && graceEnds <= world.now)
        await endGracePeriods(world.deps, Number.POSITIVE_INFINITY);
      for (const event of takeEvents(world, events, () => 0)) await this.#deliverCalmly(event);
      if (world.now === night) await this.#reconcile();
      await this.#check();
    }
  }

  async #nextGraceEnd(): Promise<number | undefined> {
    for await (const { sk, endsAt } of this.#world.storage.directory.query('GRACE')) {
      if (sk === this.#world.accountId) return Number(endsAt);
    }
    return undefined;
  }

  async #deliverCalmly(event: Parameters<typeof deliver>[1]): Promise<void> {
    try {
      await deliver(this.#world, event);
    } catch (error) {
      this.#note('event', error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Nothing is new if neither Stripe nor the account has changed since the last time. */
  async #reconcile(): Promise<boolean> {
    const world = this.#world;
    const state = await this.#state();
    if (state === this.#reconciledAt && !world.isOutage) return true;
    const { report } = await reconcile(world.deps);
    this.#count(
      `nightly: ${report.failed > 0 ? 'failed' : report.duplicates > 0 ? 'duplicate ended' : report.repaired > 0 ? 'repaired' : 'same'}`,
    );
    if (report.failed > 0) return false;
    this.#reconciledAt = await this.#state();
    checkReconciled(world, await readRows(world), new Ledger(world.fake));
    return true;
  }

  async #state(): Promise<string> {
    const { rows } = await readRows(this.#world);
    return `${this.#world.eventCount} ${rows.find(({ sk }) => sk === 'ACCOUNT')?.version}`;
  }

  async #check(): Promise<void> {
    if (this.#unexpected) throw new BrokenGuarantee('errors have codes', String(this.#unexpected.stack));
    const world = this.#world;
    world.fake.tick();
    const state = `${await this.#state()} ${Math.floor(world.now / day)}`;
    if (state === this.#checkedAt) return;
    this.#checkedAt = state;
    checkAlways(world, await readRows(world), new Ledger(world.fake));
  }

  /** All calms down: the outage ends, events arrive, a deletion goes on, one reconciliation. */
  async end(): Promise<void> {
    const world = this.#world;
    world.now = Math.max(world.now, world.outageEndsAt) + 5 * minute;
    for (const event of world.events.splice(0).slice(-10)) await this.#deliverCalmly(event);
    await endGracePeriods(world.deps, Number.POSITIVE_INFINITY);
    let isDone = false;
    for (let tries = 0; tries < 3 && !isDone; tries += 1) {
      this.#reconciledAt = '';
      isDone = await this.#reconcile();
      if (!isDone) world.now += 5 * minute;
    }
    if (!isDone) throw new BrokenGuarantee('a reconciliation succeeds', 'it failed three times');
    const { account } = await readRows(world);
    if (!account) await this.#finishDeletion();
    this.#checkedAt = '';
    await this.#check();
    checkFinalState(world, await readRows(world), new Ledger(world.fake));
    this.#count(
      `ended with ${account ? `${account.planId} ${account.inactive ?? (account.billing?.graceEndsAt ? 'grace' : 'active')}` : 'no account'}`,
    );
  }

  async #finishDeletion(): Promise<void> {
    const world = this.#world;
    const { rows } = await readRows(world);
    if (rows.some(({ sk, state }) => sk === 'ACCOUNT' && state === 'deleting')) await removeAccount(world);
    nothingLivesOn(new Ledger(world.fake));
    const left = (await readRows(world)).rows.filter(({ sk }) => sk !== 'ACCOUNT' && sk !== 'EVENT');
    if (left.length > 0) throw new BrokenGuarantee('nothing of a deleted account lives on', JSON.stringify(left[0]));
  }
}

const operatorsAndBanks = new Set<Action['do']>([
  'assign plan',
  'refund',
  'cancel at Stripe',
  'subscribe at Stripe',
  'suspend',
  'resume',
  'end subscription',
  'reconcile',
  'run job',
  'dispute',
  'fraud warning',
] satisfies (OperatorAction | BankAction)['do'][]);

const isOfCustomer = (action: Action): action is CustomerAction => !operatorsAndBanks.has(action.do);

const fates: readonly Fate[] = ['refused', 'refused', 'answer lost', 'answer lost', 'crash before', 'crash after'];

function chanceOf({ seed, faults }: Step): Chance {
  if (seed === 0) return { random: () => 0, fate: () => 'answered' };
  const random = seededRandom(seed);
  const fate = () => (random() < faults / 40 ? (fates[Math.floor(random() * fates.length)] ?? 'answered') : 'answered');
  return { random, fate };
}
