import { expect, test } from '@jest/globals';
import {
  curlCommand,
  firstRequestTo,
  pauseAfter,
} from '../../../../dashboard/pages/overview/onboarding/first-request.ts';

const request = firstRequestTo({ network: 'mainnet', chain: 'solana', url: 'https://mainnet.rpc.example/' });

test('each header of the first command has its own line, so that none scrolls out of sight', () => {
  expect(curlCommand(request, 'slc_secret')).toBe(
    [
      "curl 'https://mainnet.rpc.example/' \\",
      "  -H 'X-API-KEY: slc_secret' \\",
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"jsonrpc":"2.0","id":1,"method":"getHealth"}'`,
    ].join('\n'),
  );
});

test('without a secret, the command says where it belongs', () => {
  expect(curlCommand(request)).toContain("-H 'X-API-KEY: YOUR_SECRET'");
});

test('the pauses grow from 2 s to 15 s in the first five minutes', () => {
  const pauses = Array.from({ length: 60 }, (_, polls) => pauseAfter(polls));
  expect(pauses[0]).toBe(2_000);
  expect(pauses.at(-1)).toBe(15_000);
  expect(pauses.filter((pause) => pause < 15_000).reduce((sum, pause) => sum + pause, 0)).toBeLessThan(300_000);
});
