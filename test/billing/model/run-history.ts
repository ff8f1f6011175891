import { seededRandom } from '../../../lab/bench/statistics.ts';
import { type Action, isOfCustomer } from './actions.ts';
import { Background, minute } from './background.ts';
import { BillingWorld, type Storage } from './billing-world.ts';
import { customerActs, removeAccount } from './customer-actions.ts';
import { startDeliveries, takeEvents } from './event-deliveries.ts';
import { checkFinalState } from './final-state.ts';
import { type Account, BrokenGuarantee, nothingLivesOn, readRows } from './guarantees.ts';
import type { History, Step } from './history.ts';
import { Ledger } from './ledger.ts';
import { operatorActs } from './operator-actions.ts';
import { Outcomes, type Totals } from './outcomes.ts';
import type { Chance, Fate } from './processes.ts';
import { subscriptionsAt } from './stripe-objects.ts';

/** Plays a history and checks the guarantees. @throws {BrokenGuarantee} */
export async function runHistory(history: History, storage: Storage, totals: Totals): Promise<void> {
  const world = new BillingWorld(storage, history);
  await world.open();
  const player = new Player(world, totals);
  for (const step of [...purchase(history), ...history.steps]) await player.play(step);
  await player.end();
}

/** A first step in which nothing fails. */
function purchase({ bought: plan }: History): Step[] {
  if (plan === null) return [];
  const buy = { do: 'buy', plan, card: 'pays', confirmed: true } as const;
  const calm = { waitMinutes: 0, untilRenewal: false, faults: 0, outageMinutes: 0, seed: 0 };
  return [{ ...calm, actions: [buy], events: 'prompt' }];
}

class Player {
  readonly #world: BillingWorld;
  readonly #outcomes: Outcomes;
  readonly #background: Background;

  constructor(world: BillingWorld, totals: Totals) {
    this.#world = world;
    this.#outcomes = new Outcomes(totals);
    this.#background = new Background(world, this.#outcomes);
  }

  async play(step: Step): Promise<void> {
    const world = this.#world;
    this.#outcomes.count('steps');
    await this.#background.wait(this.#waitOf(step), step.events);
    world.beginOutage(step.outageMinutes);
    const chance = chanceOf(step);
    for (const action of step.actions) this.#start(action);
    await world.processes.run(chance, () => {
      if (chance.random() < 0.2) this.#deliver(step, chance);
    });
    this.#deliver(step, chance);
    await world.processes.run(chance);
    if (step.events === 'lost') world.events.length = 0;
    await this.#background.check();
  }

  #waitOf({ waitMinutes, untilRenewal }: Step): number {
    if (!untilRenewal) return waitMinutes * minute;
    const ends = subscriptionsAt(this.#world.fake)
      .filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
      .map(({ items }) => (items.data[0]?.current_period_end ?? 0) * 1_000);
    const end = Math.min(...ends);
    return Number.isFinite(end) ? Math.max(0, end - this.#world.now + ((waitMinutes % 120) - 5) * minute) : 0;
  }

  #deliver({ events }: Step, { random }: Chance): void {
    const taken = takeEvents(this.#world, events, random);
    startDeliveries(this.#world, taken, (ending) => this.#outcomes.note('event', ending));
  }

  #start(action: Action): void {
    let outcome = '';
    const work = async () => {
      outcome = await (isOfCustomer(action) ? customerActs(this.#world, action) : operatorActs(this.#world, action));
    };
    this.#world.processes.start(action.do, work, (ending) => this.#outcomes.note(action.do, ending, outcome));
  }

  /** All calms down: the outage ends, events arrive, a deletion goes on, one reconciliation. */
  async end(): Promise<void> {
    const world = this.#world;
    world.now = Math.max(world.now, world.outageEndsAt) + 5 * minute;
    for (const event of world.events.splice(0).slice(-10)) await this.#background.deliver(event);
    await this.#background.endGracePeriods();
    await this.#reconcile();
    const { account } = await readRows(world);
    if (!account) await this.#finishDeletion();
    await this.#background.check();
    checkFinalState(world, await readRows(world), new Ledger(world.fake));
    this.#outcomes.count(`ended with ${describe(account)}`);
  }

  /** Around a renewal it may have to wait. */
  async #reconcile(): Promise<void> {
    for (let tries = 0; tries < 3; tries += 1) {
      if (await this.#background.reconcile()) return;
      this.#world.now += 5 * minute;
    }
    throw new BrokenGuarantee('a reconciliation succeeds', 'it failed three times');
  }

  async #finishDeletion(): Promise<void> {
    const world = this.#world;
    const { rows } = await readRows(world);
    if (rows.some(({ sk, state }) => sk === 'ACCOUNT' && state === 'deleting')) await removeAccount(world);
    nothingLivesOn(new Ledger(world.fake));
    const left = (await readRows(world)).rows.find(({ sk }) => sk !== 'ACCOUNT' && sk !== 'EVENT');
    if (left) throw new BrokenGuarantee('nothing of a deleted account lives on', JSON.stringify(left));
  }
}

function describe(account: Account | undefined): string {
  if (!account) return 'no account';
  const { planId, inactive, billing } = account;
  return `${planId} ${inactive ?? (billing?.graceEndsAt ? 'grace' : 'active')}`;
}

const fates: readonly Fate[] = ['refused', 'refused', 'answer lost', 'answer lost', 'crash before', 'crash after'];

function chanceOf({ seed, faults }: Step): Chance {
  if (seed === 0) return { random: () => 0, fate: () => 'answered' };
  const random = seededRandom(seed);
  const fate = () => (random() < faults / 40 ? (fates[Math.floor(random() * fates.length)] ?? 'answered') : 'answered');
  return { random, fate };
}
