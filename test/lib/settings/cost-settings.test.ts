import { describe, expect, test } from '@jest/globals';
import { problemsOf } from './refusals.ts';

const withCost = (cost: object, methods: object = {}) =>
  problemsOf({
    networks: [
      {
        network: 'devnet',
        chain: 'solana',
        path: '/',
        methods,
        upstreams: [{ url: 'https://node.example', cost }],
      },
    ],
  });

describe('the cost of a node', () => {
  test('is by call, by method, by group, and by methods that the network adds', () => {
    expect(withCost({ dollarsPerMillionCredits: 0.5 })).toEqual([]);
    const creditsOf = { history: 10, getProgramAccounts: 100, getRichList: 0 };
    const cost = { dollarsPerMillionCredits: 5, credits: 0.5, creditsOf, alsoCharged: ['failed', 'refused'] };
    expect(withCost(cost, { reads: ['getRichList'] })).toEqual([]);
  });

  test.each([
    [{}, 'cost.dollarsPerMillionCredits: is missing'],
    [{ dollarsPerMillionCredits: '5' }, 'cost.dollarsPerMillionCredits: must be a number, not'],
    [{ dollarsPerMillionCredits: -1 }, 'must be 0 or more dollars'],
    [{ dollarsPerMillionCredits: 5_000_000 }, 'is it the price of a single credit, times a million?'],
    [{ dollarsPerMillionCredits: 5, credits: -1 }, 'cost.credits: must be 0 or more credits'],
    [{ dollarsPerMillionCredits: 5, perCall: 1 }, 'cost.perCall: is not a setting'],
    [
      { dollarsPerMillionCredits: 5, creditsOf: { getProgramAcounts: 1 } },
      'creditsOf.getProgramAcounts: is neither a group',
    ],
    [{ dollarsPerMillionCredits: 5, alsoCharged: ['answered'] }, 'alsoCharged.0: must be "failed" or "refused"'],
  ])('is refused with %j', (cost, problem) => {
    expect(withCost(cost)).toEqual([expect.stringContaining(problem)]);
  });
});

test('nodes that records cannot tell apart are refused', () => {
  // Two URLs with the same short code, found by trying.
  const urls = ['https://node-904.example', 'https://node-961.example'];
  const networks = [{ network: 'devnet', chain: 'solana', path: '/', upstreams: urls.map((url) => ({ url })) }];
  expect(problemsOf({ networks })).toEqual([expect.stringContaining('upstreams.1.url: has the same short code')]);
});
