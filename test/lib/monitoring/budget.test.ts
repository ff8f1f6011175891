import { describe, expect, test } from '@jest/globals';
import { propertiesOf, templateOf } from '../synthesis.ts';

const budget = { dollarsPerMonth: 500, email: 'ops@example.com' };
const budgetsOf = (given?: typeof budget) =>
  Object.values(propertiesOf(templateOf('prod', { settings: { budget: given } }), 'AWS::Budgets::Budget'));

describe('the budget', () => {
  test('sends a mail when it is nearly spent, and when the forecast exceeds it', () => {
    const Subscribers = [{ SubscriptionType: 'EMAIL', Address: 'ops@example.com' }];
    const above = (NotificationType: string, Threshold: number) => ({
      Notification: { NotificationType, ComparisonOperator: 'GREATER_THAN', Threshold, ThresholdType: 'PERCENTAGE' },
      Subscribers,
    });
    expect(budgetsOf(budget)).toEqual([
      {
        Budget: {
          BudgetName: { 'Fn::Join': ['', ['sluice-prod-', { Ref: 'AWS::Region' }]] },
          BudgetType: 'COST',
          TimeUnit: 'MONTHLY',
          BudgetLimit: { Amount: 500, Unit: 'USD' },
        },
        NotificationsWithSubscribers: [above('ACTUAL', 80), above('FORECASTED', 100)],
      },
    ]);
  });

  test('exists only if an address is configured', () => {
    expect(budgetsOf()).toEqual([]);
  });
});
