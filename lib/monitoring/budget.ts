import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import { globalName, type Stage } from '../instance/stage.ts';
import type { BudgetLimit } from '../settings/settings.ts';

/**
 * Sends a mail when 80 % of the month's budget is spent, and when the forecast exceeds it. It counts the cost of the
 * whole account: costs by stack need cost allocation tags, which must be activated by hand, and without them the budget
 * would never send a mail.
 */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, stage: Stage, { dollarsPerMonth, email: address }: BudgetLimit) {
    super(scope, id);
    const subscribers = [{ subscriptionType: 'EMAIL', address }];
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
