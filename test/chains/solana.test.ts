import { describe, expect, test } from '@jest/globals';
import { isRead } from '../../src/chains/chain.ts';
import { nodeFaultOf } from '../../src/chains/error-rules.ts';
import { solana } from '../../src/chains/solana.ts';

describe('a method of Solana', () => {
  test.each(['requestAirdrop', 'sendTransaction'])('%s is known, and a write', (method) => {
    expect([solana.methods.has(method), isRead(solana, method)]).toEqual([true, false]);
  });

  test('with a name that sends or requests is a write; all others only read', () => {
    for (const method of solana.methods.keys()) expect(isRead(solana, method)).toBe(!/^(send|request)/.test(method));
  });

  test.each(['getAsset', 'searchAssets', 'getPriorityFeeEstimate'])(
    '%s, which many nodes add, only reads',
    (method) => {
      expect([solana.methods.has(method), isRead(solana, method)]).toEqual([true, true]);
    },
  );
});

test.each(['sendRawBundle', 'sendSmartTransaction', 'getRich', 'gethealth', 'constructor', 'getSlot\nsend', ''])(
  'the method %j, which is not listed, is unknown and may write',
  (method) => {
    expect([solana.methods.has(method), isRead(solana, method)]).toEqual([false, false]);
  },
);

describe('a node', () => {
  test('is healthy if it answers ok', () => {
    expect(['ok', 'behind', undefined, 1].map(solana.health.read)).toEqual([true, false, false, false]);
  });

  test('says how far back it goes', () => {
    expect([250_000_000, 0, '7', null].map(solana.earliest.read)).toEqual([250_000_000, 0, undefined, undefined]);
    const params = [5, 'x', { range: { firstSlot: 7 } }, {}];
    expect(params.map(solana.readBlock)).toEqual([5, undefined, 7, undefined]);
  });

  test('has a height if it answers a whole number', () => {
    expect([378_000_000, 0, 1.5, '7', undefined].map(solana.height.read)).toEqual([
      378_000_000,
      0,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each([
    [-32_001, 'Block 5 cleaned up, does not exist on node. First available block: 9', 'missing'],
    [-32_004, 'Block not available for slot 5', 'missing'],
    [-32_005, 'Node is behind by 3104 slots', 'behind'],
    [-32_007, 'Slot 5 was skipped, or missing due to ledger jump to recent snapshot', 'missing'],
    [-32_009, 'Slot 5 was skipped, or missing in long-term storage', 'missing'],
    [-32_011, 'Transaction history is not available from this node', 'missing'],
    [-32_000, 'Transaction history is not available from this node', 'missing'],
    [-32_014, '', 'missing'],
    [-32_016, '', 'missing'],
    [-32_603, 'Internal error', 'missing'],
    [-32_002, 'Transaction simulation failed: Blockhash not found', undefined],
    [-32_002, 'Transaction simulation failed: custom: too many requests', undefined],
    [-32_015, 'Transaction version (0) is not supported by the requesting client', undefined],
    [-32_602, 'Invalid param: WrongSize', undefined],
    [-32_601, 'Method not found', undefined],
    [-32_000, 'exceeded maximum compute units', undefined],
  ])('with the error %d %s has the fault %s', (code, message, fault) => {
    expect(nodeFaultOf(solana.errorRules, { code, message })).toBe(fault);
  });

  test.each([
    [-32_007, '50/second request limit reached - reduce calls per second or upgrade your account at quicknode.com'],
    [-32_429, 'max usage reached'],
    [429, 'Your app has exceeded its compute units per second capacity.'],
    [-32_000, 'Monthly capacity limit exceeded. Visit https://dashboard.alchemy.com/settings/billing to upgrade'],
    [30, 'Request timeout on the free tier, please upgrade your tier to the paid one'],
    [-32_005, "You've exceeded the RPS limit available on the current plan."],
    [-32_016, 'over rate limit'],
    [-32_601, 'method is not available on freetier'],
  ])('that reports its provider’s limit is limited: %d %s', (code, message) => {
    expect(nodeFaultOf(solana.errorRules, { code, message })).toBe('limited');
  });
});
