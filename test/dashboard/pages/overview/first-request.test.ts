import { expect, test } from '@jest/globals';
import {
  curlCommands,
  firstRequestTo,
  pauseAfter,
} from '../../../../dashboard/pages/overview/onboarding/first-request.ts';

const request = firstRequestTo({ network: 'mainnet', chain: 'solana', url: 'https://mainnet.rpc.example/' });

test('the secret is only in a line that starts with a space, which shells can leave out of their history', () => {
  expect(curlCommands(request, 'slc_secret')).toBe(
    [
      ' export RPC_API_KEY=slc_secret',
      "curl 'https://mainnet.rpc.example/' \\",
      "  -H 'Content-Type: application/json' \\",
      '  -H "X-API-KEY: $RPC_API_KEY" \\',
      `  --data-raw '{"jsonrpc":"2.0","id":1,"method":"getHealth"}'`,
    ].join('\n'),
  );
});

test('without a secret, the command says where it belongs', () => {
  expect(curlCommands(request)).toContain('export RPC_API_KEY=YOUR_SECRET');
});

test('the pauses grow from 2 s to 15 s in the first five minutes', () => {
  const pauses = Array.from({ length: 60 }, (_, polls) => pauseAfter(polls));
  expect(pauses[0]).toBe(2_000);
  expect(pauses.at(-1)).toBe(15_000);
  expect(pauses.filter((pause) => pause < 15_000).reduce((sum, pause) => sum + pause, 0)).toBeLessThan(300_000);
});
