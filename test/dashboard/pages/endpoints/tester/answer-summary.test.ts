import { describe, expect, test } from '@jest/globals';
import { summaryOf } from '../../../../../dashboard/pages/endpoints/tester/answer-summary.ts';

const endpoint = { chain: 'solana', network: 'devnet', url: 'https://rpc.example/devnet' };
const sent = {
  at: 0,
  endpoint,
  method: 'getSlot',
  body: '{}',
  methods: ['getSlot'],
  check: 'valid',
  keyId: undefined,
} as const;
const answer = {
  status: 429,
  body: new Uint8Array(1_500),
  text: '',
  headers: [],
  windows: [],
  requestId: undefined,
  headersAfter: 40,
  endedAfter: 45.4,
  timing: [],
};

describe('the summary of a response', () => {
  test('has method, network, status, latency and size', () => {
    expect(summaryOf({ sent, ending: { kind: 'answered', answer } })).toBe(
      'getSlot on devnet: 429 Too Many Requests, 45 ms, 1.5 kB',
    );
  });

  test.each([
    [['getSlot', 'getSlot'], '2 calls on devnet'],
    [[], 'Request on devnet'],
  ])('of %j starts with %j', (methods, start) => {
    expect(summaryOf({ sent: { ...sent, methods }, ending: { kind: 'stopped' } })).toBe(
      `${start}: no response to show.`,
    );
  });

  test('says that there is no response yet', () => {
    expect(summaryOf(undefined)).toBe('No response yet.');
  });
});
