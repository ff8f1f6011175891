import type { FakeEvent } from '../../../packages/fake-stripe/objects/fake-objects.ts';
import { endGracePeriods } from '../../../src/billing/grace-periods.ts';
import { reconcile } from '../../../src/billing/reconcile.ts';
import type { BillingWorld } from './billing-world.ts';
import { deliver, takeEvents } from './event-deliveries.ts';
import { checkAlways, checkReconciled, readRows } from './guarantees.ts';
import type { EventMode } from './history.ts';
import { Ledger } from './ledger.ts';
import type { Outcomes } from './outcomes.ts';

export const minute = 60_000;
const day = 1_440 * minute;
const jobEvery = 15 * minute;
const atNight = 3 * 60 * minute;

/** What happens while nobody does anything: Stripe's own work, the job of every 15 minutes, a reconciliation each night. */
export class Background {
  readonly #world: BillingWorld;
  readonly #outcomes: Outcomes;
  #checkedAt = '';
  #reconciledAt = '';

  constructor(world: BillingWorld, outcomes: Outcomes) {
    this.#world = world;
    this.#outcomes = outcomes;
  }

  /** Time passes. @throws {BrokenGuarantee} */
  async wait(ms: number, events: EventMode): Promise<void> {
    const world = this.#world;
    const until = world.now + ms;
    while (world.now < until) {
      const night = Math.floor((world.now - atNight) / day + 1) * day + atNight;
      const graceEnds = await this.#nextGraceEnd();
      const due = Math.max(graceEnds ?? until, world.now + 1);
      const job = graceEnds === undefined ? until : Math.ceil(due / jobEvery) * jobEvery;
      world.now = Math.min(until, night, job);
      world.fake.tick();
      if (graceEnds !== undefined && graceEnds <= world.now) await this.endGracePeriods();
      for (const event of takeEvents(world, events, () => 0)) await this.deliver(event);
      if (world.now === night && !this.#isReconciled(await this.#state())) await this.reconcile();
      await this.check();
    }
  }

  async #nextGraceEnd(): Promise<number | undefined> {
    for await (const { sk, endsAt } of this.#world.storage.directory.query('GRACE')) {
      if (sk === this.#world.accountId) return Number(endsAt);
    }
    return undefined;
  }

  async endGracePeriods(): Promise<void> {
    const { ended, failed } = await endGracePeriods(this.#world.deps, Number.POSITIVE_INFINITY);
    if (ended + failed > 0) this.#outcomes.count(`job: ${failed > 0 ? 'failed' : 'grace ended'}`);
  }

  async deliver(event: FakeEvent): Promise<void> {
    try {
      await deliver(this.#world, event);
    } catch (error) {
      this.#outcomes.note('event', error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Nothing is new if neither Stripe nor the account has changed since the last time. */
  #isReconciled(state: string): boolean {
    return state === this.#reconciledAt && !this.#world.isOutage;
  }

  /** @returns whether it met no failure @throws {BrokenGuarantee} */
  async reconcile(): Promise<boolean> {
    const world = this.#world;
    const { failed, duplicates, repaired } = (await reconcile(world.deps)).report;
    const found = duplicates > 0 ? 'duplicate ended' : repaired > 0 ? 'repaired' : 'same';
    this.#outcomes.count(`nightly: ${failed > 0 ? 'failed' : found}`);
    if (failed > 0) return false;
    this.#reconciledAt = await this.#state();
    checkReconciled(world, await readRows(world), new Ledger(world.fake));
    return true;
  }

  async #state(): Promise<string> {
    const { rows } = await readRows(this.#world);
    return `${this.#world.eventCount} ${rows.find(({ sk }) => sk === 'ACCOUNT')?.version}`;
  }

  /** Checks what holds at any time, if something has changed or a day is over. @throws {BrokenGuarantee} */
  async check(): Promise<void> {
    this.#outcomes.requireCodes();
    const world = this.#world;
    world.fake.tick();
    world.allowed.noteTime(world.now);
    const state = `${await this.#state()} ${Math.floor(world.now / day)}`;
    if (state === this.#checkedAt) return;
    this.#checkedAt = state;
    checkAlways(world, await readRows(world), new Ledger(world.fake));
  }
}
