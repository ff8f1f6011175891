import fc from 'fast-check';
import type { CardBehavior } from '../../../packages/fake-stripe/fake-state.ts';
import type { Action, BankAction } from './actions.ts';

/** How Stripe's events arrive during a step. */
export type EventMode = 'prompt' | 'late' | 'lost' | 'mixed';

export type Step = {
  /** Time that passes before the step. */
  readonly waitMinutes: number;
  /** Wait for the end of the paid period instead, up to two hours around it. */
  readonly untilRenewal: boolean;
  /** They run concurrently. */
  readonly actions: readonly Action[];
  readonly events: EventMode;
  /** Calls out of 40 that fail; some of them crash their process. */
  readonly faults: number;
  /** Stripe does not answer from the beginning of the step on. */
  readonly outageMinutes: number;
  /** Decides the order of calls and their fates; 0: one process after the other. */
  readonly seed: number;
};

export type History = {
  readonly retries: 'cancel' | 'unpaid' | 'past_due';
  readonly trialDays: number;
  readonly onFraudWarning: 'report' | 'suspend';
  readonly graceEveryMonths: number;
  /** The plan that the customer has bought before the first step. */
  readonly bought: string | null;
  readonly steps: readonly Step[];
};

const day = 1_440;
const paid = fc.constantFrom('developer', 'developer', 'business', 'business', 'scale');
const card = fc.constantFrom<CardBehavior>('pays', 'pays', 'pays', 'is_declined', 'asks');
const changedCard = fc.constantFrom<CardBehavior>('pays', 'is_declined', 'asks');
const confirmed = fc.boolean();
const named = <T extends string>(name: T) => fc.constant(name);

const customerAction = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({ do: named('buy'), plan: paid, card, confirmed: fc.constantFrom(true, true, false) }),
  },
  { weight: 12, arbitrary: fc.record({ do: named('open Checkout'), plan: paid }) },
  { weight: 18, arbitrary: fc.record({ do: named('pay a page'), tab: fc.nat(2), card, confirmed }) },
  {
    weight: 36,
    arbitrary: fc.record({
      do: named('change plan'),
      plan: fc.oneof({ weight: 3, arbitrary: paid }, { weight: 1, arbitrary: fc.constant('free') }),
      repeats: fc.boolean(),
      card: fc.option(changedCard, { freq: 1 }),
      confirmed,
    }),
  },
  {
    weight: 18,
    arbitrary: fc.record(
      { do: named('pay an invoice'), newest: fc.boolean(), card, confirmed },
      { requiredKeys: ['do', 'newest', 'confirmed'] },
    ),
  },
  { weight: 18, arbitrary: fc.record({ do: named('change card'), card: changedCard }) },
  { weight: 12, arbitrary: fc.record({ do: named('create keys'), count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 9, arbitrary: fc.record({ do: named('revoke key') }) },
  { weight: 9, arbitrary: fc.record({ do: named('look') }) },
  { weight: 6, arbitrary: fc.record({ do: named('cancel in portal') }) },
  { weight: 1, arbitrary: fc.record({ do: named('delete account') }) },
);

const operatorAction = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: named('assign plan'), plan: fc.constantFrom('free', 'developer', 'business') }),
  },
  { weight: 2, arbitrary: fc.record({ do: named('refund'), share: fc.constantFrom(1, 1, 0.5, 0.002) }) },
  { weight: 1, arbitrary: fc.record({ do: named('suspend') }) },
  { weight: 2, arbitrary: fc.record({ do: named('resume') }) },
  { weight: 2, arbitrary: fc.record({ do: named('end subscription') }) },
  { weight: 3, arbitrary: fc.record({ do: named('reconcile') }) },
  { weight: 2, arbitrary: fc.record({ do: named('run job') }) },
);

/** What the operator should leave to the gateway. */
const meddling = fc.oneof(
  fc.record({ do: named('cancel at Stripe'), prorate: fc.boolean() }),
  fc.record({ do: named('subscribe at Stripe'), plan: paid }),
);

const bankAction = fc.record({
  do: fc.constantFrom<BankAction['do']>(
    'dispute',
    'dispute',
    'win dispute',
    'lose dispute',
    'reject refund',
    'fraud warning',
  ),
});

const usualAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 14, arbitrary: customerAction },
  { weight: 3, arbitrary: operatorAction },
  { weight: 1, arbitrary: bankAction },
);
const anyAction = fc.oneof({ weight: 7, arbitrary: usualAction }, { weight: 1, arbitrary: meddling });

const waitMinutes = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 90 }) },
  { weight: 3, arbitrary: fc.integer({ min: 90, max: day }) },
  { weight: 2, arbitrary: fc.integer({ min: day, max: 10 * day }) },
  { weight: 1, arbitrary: fc.integer({ min: 10 * day, max: 40 * day }) },
);

const stepOf = (action: fc.Arbitrary<Action>): fc.Arbitrary<Step> =>
  fc.record({
    waitMinutes,
    untilRenewal: fc.constantFrom(false, false, false, true),
    actions: fc.array(action, { minLength: 1, maxLength: 3 }),
    events: fc.constantFrom<EventMode>('prompt', 'prompt', 'late', 'lost', 'mixed'),
    faults: fc.constantFrom(0, 0, 0, 1, 3),
    outageMinutes: fc.oneof(
      { weight: 12, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: day }) },
    ),
    seed: fc.nat(100_000),
  });

const historyOf = (action: fc.Arbitrary<Action>): fc.Arbitrary<History> =>
  fc.record({
    retries: fc.constantFrom<History['retries']>('unpaid', 'cancel', 'past_due'),
    trialDays: fc.constantFrom(0, 0, 0, 14),
    onFraudWarning: fc.constantFrom<History['onFraudWarning']>('report', 'suspend'),
    graceEveryMonths: fc.constantFrom(0, 6),
    bought: fc.option(paid, { freq: 3 }),
    steps: fc.array(stepOf(action), { minLength: 1, maxLength: 24, size: 'max' }),
  });

/** Plans that are changed several times on one day, without faults. */
const dayOfChanges: fc.Arbitrary<History> = historyOf(
  fc.record({ do: named('change plan'), plan: paid, repeats: fc.constant(false), card: fc.constant(null), confirmed }),
).map((history) => ({
  ...history,
  bought: history.bought ?? 'developer',
  steps: history.steps.map(({ waitMinutes, actions, seed }) => ({
    waitMinutes: waitMinutes % 180,
    untilRenewal: false,
    actions: actions.slice(0, 1),
    events: 'prompt',
    faults: 0,
    outageMinutes: 0,
    seed,
  })),
}));

export const histories: fc.Arbitrary<History> = fc.oneof(
  { weight: 4, arbitrary: historyOf(usualAction) },
  { weight: 2, arbitrary: historyOf(anyAction) },
  { weight: 1, arbitrary: dayOfChanges },
);
