import { expect, test } from '@jest/globals';
import { localContext } from '../../../bin/start/synth.ts';

test('a laptop takes from cdk.json what it can serve, and nothing of accounts, names and money', () => {
  const kept = { upstreams: { devnet: [] }, '@aws-cdk/aws-iam:minimizePolicies': true };
  const left = { account: '123456789012', region: 'eu-central-1', domains: {}, budget: {}, lambdaConcurrency: 1_000 };
  expect(localContext({ ...kept, ...left })).toEqual(kept);
});
