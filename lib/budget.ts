import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import * as v from 'valibot';
import { readContext } from './context.ts';
import type { Stage } from './stage.ts';

/** Dollars for a calendar month, and who is told when they are nearly spent or will not suffice. */
export type BudgetLimit = v.InferOutput<typeof schema>;

const schema = v.strictObject({
  dollarsPerMonth: v.pipe(v.number(), v.minValue(1)),
  email: v.pipe(v.string(), v.email()),
});
const form = '{ "dollarsPerMonth": 500, "email": "ops@example.com" }';

/**
 * The context value `budget`; without it nobody is told.
 * @throws {ConfigurationError}
 */
export const configuredBudget = (context: unknown): BudgetLimit | undefined =>
  readContext('budget', schema, context, form);

/**
 * Tells by e-mail when 80 % of the month's budget are spent, and when more than all of it is forecast to be. It counts
 * what the whole account costs: costs by stack are known only where somebody has activated the tags for them, and a
 * budget that counts nothing tells nobody.
 */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { name }: Stage, { dollarsPerMonth, email }: BudgetLimit) {
    super(scope, id);
    const subscribers = [{ subscriptionType: 'EMAIL', address: email }];
    const above = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers,
    });
    new CfnBudget(this, 'Monthly', {
      budget: {
        budgetName: `sluice-${name}`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: dollarsPerMonth, unit: 'USD' },
      },
      notificationsWithSubscribers: [above('ACTUAL', 80), above('FORECASTED', 100)],
    });
  }
}
