import { setTimeout as wait } from 'node:timers/promises';
import type { Customer } from '../../support/customer.ts';
import { send } from '../../support/rpc.ts';

/** Far more than events and refreshes need. */
const maxTries = 40;

/** A customer who pays for a plan, changes it, and goes back to the free one; whichever version answers. */
export class PayingCustomer {
  readonly wrong: string[] = [];
  readonly #customer: Customer;

  constructor(customer: Customer) {
    this.#customer = customer;
  }

  /** Pays for a plan on the page of the fake Stripe. */
  async subscribe(planId: string): Promise<void> {
    const { data, response } = await this.#customer.client.POST('/v1/billing/checkout', { body: { planId } });
    if (!data) return void this.wrong.push(`checkout: ${response.status}`);
    await send(data.url, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: new URL(data.url).origin },
      body: 'card=pays',
    });
    await this.#untilPlan(planId);
  }

  async changePlan(planId: string): Promise<void> {
    const { response } = await this.#customer.client.PUT('/v1/account/plan', { body: { planId } });
    if (!response.ok) this.wrong.push(`change to ${planId}: ${response.status}`);
    await this.#untilPlan(planId);
  }

  async #untilPlan(planId: string): Promise<void> {
    let found: string | undefined;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const { data } = await this.#customer.client.POST('/v1/billing/refresh', { body: {} });
      found = data?.plan?.planId;
      if (found === planId) return;
      await wait(100);
    }
    this.wrong.push(`the plan is ${found} instead of ${planId}`);
  }
}
