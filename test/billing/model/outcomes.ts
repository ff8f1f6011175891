import { BrokenGuarantee } from './guarantees.ts';
import type { Ending } from './processes.ts';

/** How often each action ended how, to show that the histories are not empty. */
export type Totals = Map<string, number>;

/** What a request may end with, by the codes of the errors. */
const refusals = new Set([
  'DynamoDB does not answer.',
  'account_busy',
  'account_deleted',
  'account_suspended',
  'already_subscribed',
  // The same event twice in a second.
  'bad_event',
  'billing_unavailable',
  'checkout_required',
  'key_limit_reached',
  'no_active_plan',
  'no_customer',
  'payment_due',
  'payment_in_progress',
  'period_not_paid',
  'subscribed',
  'subscription_changed',
  'too_many_keys',
  'unknown_plan',
]);

/** Counts how things ended, and keeps the first error that customers would get as an internal one. */
export class Outcomes {
  readonly #totals: Totals;
  #unexpected: Error | undefined;

  constructor(totals: Totals) {
    this.#totals = totals;
  }

  count(name: string): void {
    this.#totals.set(name, (this.#totals.get(name) ?? 0) + 1);
  }

  note(name: string, ending: Ending, outcome = 'done'): void {
    const how = describe(ending, outcome);
    this.count(`${name}: ${how}`);
    if (ending instanceof Error && !refusals.has(how)) this.#unexpected ??= ending;
  }

  /** @throws {BrokenGuarantee} */
  requireCodes(): void {
    if (this.#unexpected) throw new BrokenGuarantee('errors have codes', String(this.#unexpected.stack));
  }
}

function describe(ending: Ending, outcome: string): string {
  if (!(ending instanceof Error)) return ending === 'done' ? outcome : ending;
  return 'code' in ending ? String(ending.code) : ending.message;
}
