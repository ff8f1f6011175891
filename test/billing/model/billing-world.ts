import { FakeStripe } from '../../../packages/fake-stripe/fake-stripe.ts';
import { StripeApi } from '../../../packages/fake-stripe/http/stripe-api.ts';
import type { FakeEvent } from '../../../packages/fake-stripe/objects/fake-objects.ts';
import { registerAccount } from '../../../src/accounts/accounts.ts';
import type { ExcessKeyDeps } from '../../../src/billing/excess-keys.ts';
import { syncCatalogue } from '../../../src/billing/sync-catalogue.ts';
import { createLog } from '../../../src/log.ts';
import { Plans } from '../../../src/plans.ts';
import type { Directory, ScanTable } from '../../../src/table/directory-table.ts';
import { customer } from '../../support/change-requests.ts';
import { plans as allPlans } from '../../support/settings.ts';
import { billingSettings, email } from '../billing-bench.ts';
import { AllowedCalls } from './allowed-calls.ts';
import { directoryOverProcesses } from './directory-over-processes.ts';
import type { History } from './history.ts';
import { Processes } from './processes.ts';
import { stripeOverProcesses } from './stripe-over-processes.ts';

/** Few keys, so that they are often too many. */
const keysOfPlans: Readonly<Record<string, number>> = { free: 1, developer: 2, business: 3, scale: 4 };
export const plans = new Plans(allPlans.all.map((plan) => ({ ...plan, keys: keysOfPlans[plan.id] ?? plan.keys })));

const startedAt = Date.UTC(2026, 0, 20, 9);
/** The time that one call takes. */
const callMs = 120;

export type Storage = { readonly directory: Directory; readonly scan: ScanTable };

let worlds = 0;

/** One account, its gateway, a fake Stripe, and what the actors remember. */
export class BillingWorld {
  readonly accountId: string;
  readonly fake: FakeStripe;
  readonly processes: Processes;
  readonly deps: ExcessKeyDeps & { readonly scan: ScanTable };
  /** The items without the turns of processes. */
  readonly storage: Storage;
  /** What the keys may call, day by day. */
  readonly allowed = new AllowedCalls(plans, startedAt);
  readonly #api: StripeApi;
  /** Events that Stripe has still to deliver. */
  readonly events: FakeEvent[] = [];
  /** How many events there were; changes with everything that happens at Stripe. */
  eventCount = 0;
  now = startedAt;
  outageEndsAt = 0;

  /** Checkout pages whose addresses the customer has, oldest first. */
  readonly pages: string[] = [];
  /** Plans that the operator has assigned, and the first one. */
  readonly assignedPlans = new Set<string>(['free']);
  /** Subscriptions that ended by the customer in the portal, or by the operator without credit: the rest is forfeited. */
  readonly forfeited = new Set<string>();
  /** Subscriptions that the operator ended at Stripe, or made there. */
  readonly endedElsewhere = new Set<string>();
  readonly madeByOperator = new Set<string>();
  /** Charges that the operator refunded or that were disputed, and when (ms). */
  readonly moneyBack = new Map<string, number>();
  deletionBegan = false;
  keyCount = 0;
  requestCount = 0;

  constructor(storage: Storage, { retries, trialDays, onFraudWarning, graceEveryMonths }: Omit<History, 'steps'>) {
    worlds += 1;
    this.accountId = `acme-${worlds}`;
    this.storage = storage;
    const clock = () => this.now;
    this.fake = new FakeStripe({ clock, retries });
    this.processes = new Processes(() => {
      this.now += callMs;
    });
    this.#api = new StripeApi(this.fake);
    this.fake.onEvent((event) => {
      this.eventCount += 1;
      this.events.push(event);
    });
    this.deps = {
      stripe: stripeOverProcesses(this.#api, this.processes),
      settings: { ...billingSettings, trialDays, onFraudWarning, graceEveryMonths },
      plans,
      directory: directoryOverProcesses(storage.directory, this.processes, (writes) =>
        this.allowed.noteWrites(writes, this.now),
      ),
      scan: (start) => this.processes.call(() => storage.scan(start)),
      lastUsedAt: async () => new Map(),
      clock,
      random: () => 0,
      log: createLog('error', () => {}),
    };
  }

  async open(): Promise<void> {
    await syncCatalogue({ ...this.deps, serviceName: 'Sluice' }, { dryRun: false });
    await registerAccount(this.deps, { accountId: this.accountId, email, planId: 'free' }, customer);
    this.events.length = 0;
  }

  beginOutage(minutes: number): void {
    if (minutes === 0) return;
    this.outageEndsAt = this.now + minutes * 60_000;
    this.#api.setOutage({ kind: 'error', until: this.outageEndsAt });
  }

  get isOutage(): boolean {
    return this.now < this.outageEndsAt;
  }
}
