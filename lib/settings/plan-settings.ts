import * as v from 'valibot';
import { isFree, type Plan, planAvailabilities } from '../../src/plans.ts';
import type { SettingsProblem } from './configuration-error.ts';
import { maxCallsPerSecond } from './held-rates.ts';
import { isName, wholeNumber } from './setting-types.ts';

const callsPerSecond = wholeNumber(1, maxCallsPerSecond, {
  why: 'one DynamoDB item counts the calls of a key, and it takes 1,000 writes a second, with room for refusals and returned calls. Faster workloads can use several keys',
});

// More can never be made.
const callsPerDay = wholeNumber(1, maxCallsPerSecond * 86_400);

export const planSettingSchema = v.strictObject({
  /** Customers see it, with a capital letter. Accounts store it: never give an id to another plan. */
  id: v.pipe(
    v.string(),
    v.regex(isName, "must have lower-case letters, digits and single hyphens, and begin with a letter: 'pro-2'"),
  ),
  /** `open`: everybody can choose it. `by-operator`: only the operator can. `retired`: only for accounts that have it. */
  availability: v.optional(v.picklist(planAvailabilities), 'open'),
  /** Of each key. */
  limits: v.strictObject({ callsPerSecond, callsPerDay }),
  /** A change of plan updates all keys of an account in one transaction, which takes 100 writes. */
  keys: wholeNumber(1, 48, { why: 'a change of plan must fit into one DynamoDB transaction' }),
  historyDays: wholeNumber(1, 90),
  /** Seconds after which a call that no node has answered fails. */
  longestCallSeconds: wholeNumber(1, 25, { why: 'API Gateway waits at most 30 seconds' }),
  pricePerMonth: wholeNumber(0, 1_000_000),
});

const isOpen = ({ availability }: Plan): boolean => availability === 'open';

/** Problems that a plan's own schema cannot see. */
export function planProblems(plans: readonly Plan[]): SettingsProblem[] {
  const [first] = plans;
  const problems = plans.flatMap((plan, index) => problemsOf(plan, plans.slice(0, index), `plans.${index}`));
  if (first && isOpen(first) && isFree(first)) return problems;
  const message = 'must be the plan of new accounts: open, and with pricePerMonth: 0';
  return [{ path: 'plans.0', message }, ...problems];
}

function problemsOf(plan: Plan, before: readonly Plan[], path: string): SettingsProblem[] {
  const problems: SettingsProblem[] = [];
  if (before.some(({ id }) => id === plan.id)) {
    problems.push({ path: `${path}.id`, message: `another plan has the id "${plan.id}". Rename one of them` });
  }
  const dearer = before.find((other) => isOpen(other) && other.pricePerMonth > plan.pricePerMonth);
  if (isOpen(plan) && dearer) {
    const message = `must not be below the price of "${dearer.id}": list open plans from the cheapest to the dearest`;
    problems.push({ path: `${path}.pricePerMonth`, message });
  }
  return problems;
}
