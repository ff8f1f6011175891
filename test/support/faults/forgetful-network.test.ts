import { afterEach, expect, test } from '@jest/globals';
import type { NoAnswerError } from '../../../src/http/http-exchange.ts';
import { Origin } from '../../../src/http/origin.ts';
import { answering, startUpstream, stopUpstreams } from '../../upstream/upstream-server.ts';
import { ForgetfulNetwork } from './forgetful-network.ts';

let network: ForgetfulNetwork;
afterEach(async () => {
  await network.close();
  await stopUpstreams();
});

type Options = {
  readonly idleMs?: number;
  readonly rate?: number;
  readonly timeoutMs?: number;
  readonly silentMs?: number;
};

/** What a client gets that sends two requests over a connection that it keeps. */
async function sendTwice({ idleMs = 0, rate = 1, timeoutMs = 20_000, silentMs }: Options) {
  const service = await startUpstream(answering('{}'));
  network = new ForgetfulNetwork({ to: service.url, idleMs, random: () => 0 });
  network.rate = rate;
  const origin = new Origin(new URL(await network.listen()));
  const request = { method: 'POST', path: '/', headers: ['Host', 'node', 'Content-Length', '2'], body: '{}' };
  await origin.exchange({ ...request, timeoutMs: 20_000 });
  const repeat = silentMs === undefined ? undefined : { idleMs: 0, silentMs };
  const second = await origin.exchange({ ...request, timeoutMs, repeat }).then(
    ({ status }) => status,
    ({ code }: NoAnswerError) => code,
  );
  return { second, received: service.received.length, forgotten: network.forgotten };
}

test('a forgotten connection is silent, and data sent over it is lost', async () => {
  expect(await sendTwice({ timeoutMs: 500 })).toEqual({ second: 'timeout', received: 1, forgotten: 1 });
});

test('a new connection is not forgotten: a repeated request succeeds', async () => {
  expect(await sendTwice({ silentMs: 50 })).toEqual({ second: 200, received: 2, forgotten: 1 });
});

test.each([{ idleMs: 60_000 }, { rate: 0 }])('with %p, a kept connection stays', async (options) => {
  expect(await sendTwice(options)).toEqual({ second: 200, received: 2, forgotten: 0 });
});
