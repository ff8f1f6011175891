import type { CardBehavior } from '../../../packages/fake-stripe/fake-state.ts';

/** What the customer does at the gateway or at Stripe. */
export type CustomerAction =
  | { readonly do: 'buy'; readonly plan: string; readonly card: CardBehavior; readonly confirmed: boolean }
  | { readonly do: 'open Checkout'; readonly plan: string }
  /** `tab` 0 is the newest page. */
  | { readonly do: 'pay a page'; readonly tab: number; readonly card: CardBehavior; readonly confirmed: boolean }
  /** `card`: the customer's cards behave so from then on. `confirmed`: they pay on the page that the answer names. */
  | {
      readonly do: 'change plan';
      readonly plan: string;
      readonly repeats: boolean;
      readonly card: CardBehavior | null;
      readonly confirmed: boolean;
    }
  | {
      readonly do: 'pay an invoice';
      readonly newest: boolean;
      readonly card?: CardBehavior;
      readonly confirmed: boolean;
    }
  | { readonly do: 'change card'; readonly card: CardBehavior }
  | { readonly do: 'create keys'; readonly count: number }
  | { readonly do: 'cancel in portal' | 'revoke key' | 'look' | 'delete account' };

/** What the operator does, with the gateway's commands or at Stripe. */
export type OperatorAction =
  | { readonly do: 'assign plan'; readonly plan: string }
  | { readonly do: 'refund'; readonly share: number }
  | { readonly do: 'cancel at Stripe'; readonly prorate: boolean }
  | { readonly do: 'subscribe at Stripe'; readonly plan: string }
  | { readonly do: 'suspend' | 'resume' | 'end subscription' | 'reconcile' | 'run job' };

export type BankAction = {
  readonly do: 'dispute' | 'win dispute' | 'lose dispute' | 'reject refund' | 'fraud warning';
};

export type Action = CustomerAction | OperatorAction | BankAction;

const ofOthers = new Set<Action['do']>([
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
  'win dispute',
  'lose dispute',
  'reject refund',
  'fraud warning',
] satisfies (OperatorAction | BankAction)['do'][]);

export const isOfCustomer = (action: Action): action is CustomerAction => !ofOthers.has(action.do);
