import fc from 'fast-check';
import type { Plan } from '../../src/plans.ts';
import { plans } from '../support/settings.ts';

/** Maximum number of keys, and price, of each plan beside the free one. */
const sizes = [
  ['silver', 2, 0],
  ['gold', 3, 49],
  ['special', 3, 99],
  ['old', 2, 0],
] as const;

/** What the settings say of each plan; undefined: they do not know it. */
export type Offer = Readonly<Record<(typeof sizes)[number][0], Plan['availability'] | undefined>>;

/** The plans of the settings: always with the free one. */
export const toPlans = (offer: Partial<Offer>): Plan[] => [
  { ...plans.free, keys: 1 },
  ...sizes.flatMap(([id, keys, pricePerMonth]) => {
    const availability = offer[id];
    return availability ? [{ ...plans.free, id, keys, pricePerMonth, availability }] : [];
  }),
];

const availability = fc.constantFrom('open', 'by-operator', 'retired', undefined);
const offers = fc.record({ silver: availability, gold: availability, special: availability, old: availability });

const planId = fc.constantFrom('free', ...sizes.map(([id]) => id), 'platinum', 'Gold', '');
const target = fc.nat(3);
const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('choose' as const), planId, outdated: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('keep' as const), outdated: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('assign' as const), planId, outdated: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('create' as const), outdated: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('revoke' as const, 'rotate' as const), target, outdated: fc.boolean() }),
  },
);
export type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ deploy: offers }) },
  { weight: 5, arbitrary: fc.array(command, { minLength: 1, maxLength: 4 }) },
);

/** Deployments of other settings, and steps of up to four concurrent commands. */
export const steps = fc.array(step, { minLength: 8, maxLength: 24 });
