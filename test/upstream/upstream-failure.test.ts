import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { checkBeforeResending, errorOfFailure, type UpstreamFailure } from '../../src/upstream/upstream-failure.ts';
import { forwarderTo, read, startOver } from './forwarding.ts';
import { answering, startUpstream, stopUpstreams, unreachableUrl } from './upstream-server.ts';

beforeEach(startOver);
afterEach(stopUpstreams);

const failed = (code: string, sent: boolean): UpstreamFailure => ({ code, sent, health: 'counts' });
const sent = ({ onlyReads }: { readonly onlyReads: boolean }) => ({ onlyReads, timeLimitMs: 5_000 });

describe('the error after a failure', () => {
  test.each(['reset', 'status', 'timeout', 'too_large', 'withheld'])(
    '%s: a write that may have arrived is to be checked first, and nothing invites to send it again',
    (code) => {
      const { message } = errorOfFailure(failed(code, true), sent({ onlyReads: false }));
      expect(message).toContain(checkBeforeResending);
      expect(message).not.toMatch(/try again/i);
    },
  );

  test('of a time-out states the plan’s limit, to a read and to a write that may have arrived', () => {
    const late = failed('timeout', true);
    expect(errorOfFailure(late, sent({ onlyReads: true })).message).toBe(
      "This key's plan allows 5 s per call, and no node gave a usable answer in that time. Ask for less, or try again.",
    );
    expect(errorOfFailure(late, sent({ onlyReads: false })).message).toBe(
      `This key's plan allows 5 s per call, and the node did not answer in that time. ${checkBeforeResending}`,
    );
  });

  test('of a write that was not sent allows sending it again', () => {
    expect(errorOfFailure(failed('unreachable', false), sent({ onlyReads: false })).message).toMatch(
      /not sent. Try again/,
    );
  });

  test('of a read does not claim that no node could be reached if one has answered', async () => {
    const sick = await startUpstream(answering('', 503));
    const forwarding = forwarderTo([sick.url, await unreachableUrl()]).forward({ ...read });
    await expect(forwarding).rejects.toThrow('No node gave a usable answer. Try again shortly.');
  });
});
