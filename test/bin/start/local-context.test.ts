import { expect, test } from '@jest/globals';
import { withoutDeployment } from '../../../bin/start/synth.ts';

test('a laptop takes from context values and settings what it can serve, and nothing of accounts, names and money', () => {
  const kept = { service: { name: 'Own' }, plans: [], networks: [], '@aws-cdk/aws-iam:minimizePolicies': true };
  const money = { budget: {}, lambdaConcurrency: 1_000 };
  const alarmEmail = 'ops@example.com';
  const left = { account: '123456789012', region: 'eu-central-1', domains: {}, ...money, alarmEmail };
  expect(withoutDeployment({ ...kept, ...left })).toEqual(kept);
});
