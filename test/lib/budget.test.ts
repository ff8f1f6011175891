import { describe, expect, test } from '@jest/globals';
import { configuredBudget } from '../../lib/budget.ts';
import { propertiesOf, templateOf } from './synthesis.ts';

const budget = { dollarsPerMonth: 500, email: 'ops@example.com' };
const budgetsOf = (given?: typeof budget) =>
  Object.values(propertiesOf(templateOf('prod', { budget: given }), 'AWS::Budgets::Budget'));

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
    expect(configuredBudget(undefined)).toBeUndefined();
  });

  test('has the values of the context', () => {
    expect(configuredBudget(JSON.stringify(budget))).toEqual(budget);
  });

  test.each([{ dollarsPerMonth: 500 }, { ...budget, dollarsPerMonth: 0 }, { ...budget, email: 'ops' }, 500])(
    'is refused: %j',
    (context) => {
      expect(() => configuredBudget(context)).toThrow('The context value "budget" is wrong');
    },
  );
});
