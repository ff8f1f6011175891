import type { Plan } from '../../src/plans.ts';
import { plans } from './settings.ts';

export function planNamed(id: string): Plan {
  const plan = plans.find(id);
  if (!plan) throw new Error(`Unknown plan "${id}".`);
  return plan;
}

/** A plan as the management API shows it if customers cannot pay. */
export const shownPlan = ({ id, availability = 'open', ...plan }: Plan) => ({
  planId: id,
  open: availability === 'open' && plan.pricePerMonth === 0,
  ...plan,
  currency: 'usd',
});

/** Different names for so many keys. */
export const keyNames = (count: number): string[] => Array.from({ length: count }, (_, index) => `key ${index + 1}`);
