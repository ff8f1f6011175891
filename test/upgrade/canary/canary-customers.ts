import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../../lab/bench/statistics.ts';
import { becomeCustomer, type Customer } from '../../support/customer.ts';
import type { TestRuntime } from '../../support/test-runtime.ts';
import { CustomerLife } from './customer-life.ts';
import { PayingCustomer } from './paying-customer.ts';

/** A customer who manages keys, and one who pays. */
export type CustomerPair = { readonly life: CustomerLife; readonly paying: PayingCustomer };

/** The customers of a canary, whichever version serves them. */
export class CanaryCustomers {
  /** What the gateway answered and should not have, a line each. */
  readonly wrong: string[] = [];
  /** Requests to the management API by customers who manage keys. */
  requests = 0;
  readonly #running: TestRuntime;
  readonly #seed: number;
  readonly #stints: number;

  /**
   * @param seed every customer who manages keys makes the same changes, so that what the versions store can be compared
   * @param stints how often such a customer makes some changes in a row
   */
  constructor(running: TestRuntime, seed: number, stints: number) {
    this.#running = running;
    this.#seed = seed;
    this.#stints = stints;
  }

  /** A new customer manages keys. */
  async join(name: string): Promise<void> {
    await this.#live(await this.#newCustomer(name));
  }

  /** A new customer manages keys, and another one pays. */
  async joinPaying(name: string): Promise<CustomerPair> {
    const life = await this.#newCustomer(name);
    const paying = new PayingCustomer(await becomeCustomer(this.#running, `paying-${name}@example.com`));
    await this.#live(life);
    await this.#pay(paying, () => paying.subscribe('developer'));
    return { life, paying };
  }

  /** Both continue what they began, perhaps with another version. */
  async goOn({ life, paying }: CustomerPair): Promise<void> {
    await this.#live(life);
    await this.#pay(paying, () => paying.changePlan('business'));
    await this.#pay(paying, () => paying.changePlan('free'));
  }

  async #newCustomer(name: string): Promise<CustomerLife> {
    const customer = await this.#newAccount(name);
    await this.#running.assignPlan(customer.accountId, 'business');
    const { endpoints, drained } = this.#running.runtime;
    return new CustomerLife(customer, { endpoint: endpoints.devnet ?? '', drained }, seededRandom(this.#seed));
  }

  async #newAccount(name: string): Promise<Customer> {
    const customer = await becomeCustomer(this.#running, `${name}@example.com`);
    await untilOk(() => customer.client.GET('/v1/account'));
    return customer;
  }

  async #live(life: CustomerLife): Promise<void> {
    const before = life.requests;
    for (let stint = 0; stint < this.#stints; stint += 1) await life.live();
    this.requests += life.requests - before;
    this.wrong.push(...life.wrong.splice(0).map((what) => `A customer: ${what}.`));
  }

  async #pay(customer: PayingCustomer, act: () => Promise<void>): Promise<void> {
    await act();
    this.wrong.push(...customer.wrong.splice(0).map((what) => `A paying customer: ${what}.`));
  }
}

/** The first request of a customer creates the account. On a busy machine it may time out. */
async function untilOk(ask: () => Promise<{ response: Response }>): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    if ((await ask()).response.ok) return;
    await wait(500);
  }
  throw new Error('The management API creates no account for a new customer.');
}
