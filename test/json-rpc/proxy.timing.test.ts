import { expect, test } from '@jest/globals';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import { batchOf, call } from './gateway.ts';
import { makeSteppedGateway, type Node } from './stepped-gateway.ts';

/** A gateway that counts in 3 ms and writes a record in 2 ms; its node answers in 40 ms. */
function timedGateway(options: Parameters<typeof makeSteppedGateway>[0] = {}) {
  const take = (ms: number) => async () => {
    gateway.time.now += ms;
  };
  const steps = { beforeCounting: take(3), beforeAnswering: take(40), beforeWriting: take(2) };
  const gateway = makeSteppedGateway({ overlapReads: false, ...steps, ...options });
  return gateway;
}

const timeOut: Node = () => new NoAnswerError('timeout', { sent: true });

test.each([
  { what: 'a call', body: call(1), status: 200, nodeMs: 40 },
  { what: 'a batch', body: batchOf(3), status: 200, nodeMs: 40 },
  // With the check of the node's health that follows a time-out.
  { what: 'a call that timed out', body: call(1), node: timeOut, status: 504, nodeMs: 80 },
])('$what: the gateway’s own time, with the write of the record, and the node’s', async (expected) => {
  const { body, node, status, nodeMs } = expected;
  const answer = await timedGateway({ ...(node && { node }) }).serve(body);
  expect(answer.status).toBe(status);
  expect(answer.headers['Server-Timing']).toBe(`gateway;dur=5, node;dur=${nodeMs}`);
});

test.each([
  { what: 'a request that is not JSON-RPC', body: 'hello', status: 400 },
  { what: 'a batch with too many calls', body: batchOf(11), status: 413 },
])('$what: only the gateway’s time', async ({ body, status }) => {
  const answer = await timedGateway().serve(body);
  expect(answer).toMatchObject({ status, headers: { 'Server-Timing': 'gateway;dur=5' } });
});

test('a call that a limit refuses: only the gateway’s time', async () => {
  const gateway = timedGateway({ callsPerSecond: 1 });
  const { now } = gateway.time;
  await gateway.serve(call(1));
  gateway.time.now = now;
  const refused = await gateway.serve(call(2));
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'Server-Timing': expect.stringMatching(/^gateway;dur=\d+$/) },
  });
});

test('an early forward: the time that counting and the node overlap is the node’s', async () => {
  const answer = await timedGateway({ overlapReads: true }).serve(call(1));
  expect(answer.headers['Server-Timing']).toMatch(/^gateway;dur=\d+, node;dur=4\d$/);
});
