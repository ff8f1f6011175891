import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import * as v from 'valibot';
import { readContext } from './context.ts';
import { globalName, type Stage } from './stage.ts';

/** A monthly budget in dollars, and the address that is notified. */
export type BudgetLimit = v.InferOutput<typeof schema>;

const schema = v.strictObject({
  dollarsPerMonth: v.pipe(v.number(), v.minValue(1)),
  email: v.pipe(v.string(), v.email()),
});
const example = '{ "dollarsPerMonth": 500, "email": "ops@example.com" }';

/**
 * The context value `budget`. Without it there is no budget and no mail.
 * @throws {ConfigurationError}
 */
export const configuredBudget = (context: unknown): BudgetLimit | undefined =>
  readContext('budget', schema, context, example);

/**
 * Sends a mail when 80 % of the month's budget is spent, and when the forecast exceeds it. It counts the cost of the
 * whole account: costs by stack need cost allocation tags, which must be activated by hand, and without them the budget
 * would never send a mail.
 */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, stage: Stage, { dollarsPerMonth, email }: BudgetLimit) {
    super(scope, id);
    const subscribers = [{ subscriptionType: 'EMAIL', address: email }];
    const above = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers,
    });
    new CfnBudget(this, 'Monthly', {
      budget: {
        budgetName: globalName(this, stage),
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: dollarsPerMonth, unit: 'USD' },
      },
      notificationsWithSubscribers: [above('ACTUAL', 80), above('FORECASTED', 100)],
    });
  }
}
