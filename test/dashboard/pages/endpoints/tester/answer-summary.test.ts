import { describe, expect, test } from '@jest/globals';
import { summaryOf } from '../../../../../dashboard/pages/endpoints/tester/answer-summary.ts';

const endpoint = { chain: 'solana', network: 'devnet', url: 'https://rpc.example/devnet' };
const sent = { endpoint, methods: ['getSlot'], form: 'good', keyId: undefined } as const;
const answer = {
  status: 429,
  body: new Uint8Array(1_500),
  text: '',
  headers: [],
  windows: [],
  requestId: undefined,
  headersAfter: 40,
  endedAfter: 45.4,
};

describe('the summary of an answer', () => {
  test('says what was called where, the status in words, latency and size', () => {
    expect(summaryOf({ sent, ending: { kind: 'answered', answer } })).toBe(
      'getSlot on devnet: 429 Too Many Requests, 45 ms, 1.5 kB',
    );
  });

  test.each([
    [['getSlot', 'getSlot'], '2 calls on devnet'],
    [[], 'Request on devnet'],
  ])('of %j begins with %j', (methods, beginning) => {
    expect(summaryOf({ sent: { ...sent, methods }, ending: { kind: 'stopped' } })).toBe(
      `${beginning}: no answer to show.`,
    );
  });

  test('says that there is none yet', () => {
    expect(summaryOf(undefined)).toBe('No answer yet.');
  });
});
