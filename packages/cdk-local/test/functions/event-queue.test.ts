import { describe, expect, test } from '@jest/globals';
import { createEventQueue } from '../../functions/event-queue.ts';
import { UnknownFunctionError } from '../../functions/functions.ts';
import { EventTooLargeError, failedOutcome, type InvocationOutcome } from '../../functions/invocation.ts';
import { createEventLog } from '../../logs.ts';
import { functionArn, functionsOf, templateOf } from '../event-bridge/rule-template.ts';

const ok: InvocationOutcome = { ok: true, payload: 'null' };
const failed = failedOutcome('TypeError', 'no');

/** A queue whose function gives these outcomes in turn; `elapse` ends the wait before a retry. */
async function queueOf(...outcomes: InvocationOutcome[]) {
  const template = templateOf({});
  const { functions } = await functionsOf(template);
  const invoked: (readonly [event: string, requestId: string | undefined])[] = [];
  const lines: string[] = [];
  const waits: (readonly [milliseconds: number, elapsed: () => void])[] = [];
  const idle = Promise.withResolvers<void>();
  const queue = createEventQueue({
    template,
    functions: {
      find: functions.find,
      invoke: async (_, event, requestId) => {
        invoked.push([event, requestId]);
        const outcome = outcomes[invoked.length - 1] ?? ok;
        if (outcome.ok || invoked.length === 3) queueMicrotask(() => setImmediate(idle.resolve));
        return outcome;
      },
    },
    log: createEventLog((line) => lines.push(line)),
    timer: (milliseconds, elapsed) => {
      waits.push([milliseconds, elapsed]);
      queueMicrotask(elapsed);
      return () => {};
    },
  });
  return { queue, invoked, lines, waits, idle: idle.promise };
}

describe('an event that a function sends to another', () => {
  test('invokes it once', async () => {
    const { queue, invoked, lines, idle } = await queueOf(ok);
    queue.add(functionArn, '{"a":1}');
    await idle;
    expect(invoked).toEqual([['{"a":1}', expect.any(String)]]);
    expect(lines).toEqual([]);
  });

  test('is sent again after one and two minutes, with the same request id, until it succeeds', async () => {
    const { queue, invoked, waits, lines, idle } = await queueOf(failed, failed, ok);
    queue.add(functionArn, '{}');
    await idle;
    expect(waits.map(([milliseconds]) => milliseconds)).toEqual([60_000, 120_000]);
    expect(new Set(invoked.map(([, requestId]) => requestId)).size).toBe(1);
    expect(lines).toEqual([]);
  });

  test('is a line of the log after the last retry', async () => {
    const { queue, lines, idle } = await queueOf(failed, failed, failed);
    queue.add(functionArn, '{}');
    await idle;
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'error', event: 'asynchronous_invocation_failed', functionArn, attempts: 3, error: 'TypeError: no' },
    ]);
  });

  test('is refused for an unknown function, and over 1 MB', async () => {
    const { queue, invoked } = await queueOf();
    expect(() => queue.add(`${functionArn}:next`, '{}')).toThrow(UnknownFunctionError);
    expect(() => queue.add(functionArn, ' '.repeat(1_048_577))).toThrow(EventTooLargeError);
    expect(invoked).toEqual([]);
  });

  test('is not sent again once the queue stops', async () => {
    const { queue, invoked } = await queueOf(failed);
    queue.add(functionArn, '{}');
    await queue.stop();
    expect(invoked).toHaveLength(1);
  });
});
