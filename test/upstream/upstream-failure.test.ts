import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { CallUse, TryOutcome } from '../../src/upstream/next-step.ts';
import { checkBeforeResending, errorOfFailure, type UpstreamFailure } from '../../src/upstream/upstream-failure.ts';
import { forwarderTo, read, startOver } from './forwarding.ts';
import { answering, startUpstream, stopUpstreams, unreachableUrl } from './upstream-server.ts';

beforeEach(startOver);
afterEach(stopUpstreams);

const failed = (code: string, outcome: TryOutcome = 'failed'): UpstreamFailure => ({ outcome, code, health: 'counts' });
const sent = (use: CallUse) => ({ use, timeLimitMs: 5_000 });

describe('the error after a failure', () => {
  test.each(['reset', 'status', 'timeout', 'too_large', 'withheld'])(
    '%s: a write that may have arrived is to be checked first, and nothing invites to send it again',
    (code) => {
      for (const use of ['write', 'signed'] as const) {
        const { message } = errorOfFailure(failed(code), sent(use));
        expect(message).toContain(checkBeforeResending);
        expect(message).not.toMatch(/try again/i);
      }
    },
  );

  test('of a time-out states the plan’s limit, to a read and to a write that may have arrived', () => {
    expect(errorOfFailure(failed('timeout'), sent('read')).message).toBe(
      "This key's plan allows 5 s per call, and no node gave a usable answer in that time. Ask for less, or try again.",
    );
    expect(errorOfFailure(failed('timeout'), sent('write')).message).toBe(
      `This key's plan allows 5 s per call, and the node did not answer in that time. ${checkBeforeResending}`,
    );
  });

  test.each([
    ['unreachable', 'unsent'],
    ['credentials_rejected', 'refused'],
  ] as const)('%s: a write that was certainly not executed may be sent again', (code, outcome) => {
    for (const use of ['write', 'signed'] as const)
      expect(errorOfFailure(failed(code, outcome), sent(use)).message).toMatch(/did not reach the chain. Try again/);
  });

  test('of a read does not claim that no node could be reached if one has answered', async () => {
    const sick = await startUpstream(answering('', 503));
    const forwarding = forwarderTo([sick.url, await unreachableUrl()]).forward({ ...read });
    await expect(forwarding).rejects.toThrow('No node gave a usable answer. Try again shortly.');
  });
});
