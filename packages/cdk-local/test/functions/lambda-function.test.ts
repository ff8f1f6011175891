import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { EventTooLargeError, type InvocationOutcome } from '../../functions/invocation.ts';
import { LambdaFunction, type LambdaFunctionOptions } from '../../functions/lambda-function.ts';
import { systemTimer, type Timer } from '../../time.ts';
import { definitionOf } from './function-code.ts';

const started: LambdaFunction[] = [];

function start(source: string, options: Partial<LambdaFunctionOptions> = {}) {
  const lines: string[] = [];
  const made = new LambdaFunction({
    definition: definitionOf(source),
    variables: { GREETING: 'hello' },
    onLine: (line) => lines.push(line),
    timer: systemTimer,
    concurrency: 8,
    ...options,
  });
  started.push(made);
  return { lambda: made, lines };
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((lambda) => lambda.stop()));
});

const answerOf = (outcome: InvocationOutcome): unknown => (outcome.ok ? JSON.parse(outcome.payload) : outcome.error);

describe('an invocation', () => {
  test('gives the event to the handler and its answer back', async () => {
    const { lambda } = start('export const handler = async (event) => ({ got: event });');
    expect(answerOf(await lambda.invoke('{"a":[1,"ü",null]}'))).toEqual({ got: { a: [1, 'ü', null] } });
  });

  test('answers null for a handler that returns nothing', async () => {
    const { lambda } = start('export const handler = async () => {};');
    expect(await lambda.invoke('{}')).toEqual({ ok: true, payload: 'null' });
  });

  test('has a context with the request id, the ARN and the remaining time', async () => {
    const { lambda } = start(`export const handler = async (event, context) => ({
      ...context, left: context.getRemainingTimeInMillis() });`);
    expect(answerOf(await lambda.invoke('{}', 'request-1'))).toMatchObject({
      awsRequestId: 'request-1',
      invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:Echo',
      left: expect.any(Number),
    });
  });

  test('sees its own variables and nothing of the parent’s environment', async () => {
    process.env.SLUICE_PARENT_ONLY = 'leak';
    const { lambda } = start('export const handler = async () => ({ ...process.env });');
    expect(answerOf(await lambda.invoke('{}'))).toEqual({ GREETING: 'hello' });
    delete process.env.SLUICE_PARENT_ONLY;
  });

  test('hands output on line by line, all of it before the answer', async () => {
    const { lambda, lines } = start(`export const handler = async () => {
      process.stdout.write('one\\ntw'); console.log('o'); console.error('three'); };`);
    await lambda.invoke('{}');
    expect(lines).toEqual(['one', 'two', 'three']);
  });

  test('of a CommonJS module works', async () => {
    const { lambda } = start('export const handler = async () => 1;', {
      definition: definitionOf('', { handler: 'door.main', folder: commonJsFolder }),
    });
    expect(await lambda.invoke('{}')).toEqual({ ok: true, payload: '"cjs"' });
  });
});

describe('execution environments', () => {
  test('are reused for the next invocation', async () => {
    const { lambda } = start('let n = 0; export const handler = async () => ++n;');
    await lambda.invoke('{}');
    expect(answerOf(await lambda.invoke('{}'))).toBe(2);
  });

  test('take one invocation at a time, so that concurrent ones get further environments', async () => {
    const definition = definitionOf(rendezvous(2), { timeoutSeconds: 60 });
    const { lambda } = start('', { definition, concurrency: 2 });
    const outcomes = await Promise.all([lambda.invoke('{}'), lambda.invoke('{}')]);
    expect(outcomes.map(answerOf)).toEqual([1, 1]);
  });

  test('are at most as many as allowed; further invocations wait their turn', async () => {
    const { lambda } = start('let n = 0; export const handler = async (event) => [event, ++n];', { concurrency: 1 });
    const outcomes = await Promise.all(['1', '2', '3'].map((event) => lambda.invoke(event)));
    expect(outcomes.map(answerOf)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  test('survive an error of the handler', async () => {
    const { lambda } = start(`let n = 0; export const handler = async () => {
      if (++n === 1) throw new TypeError('no'); return n; };`);
    expect(answerOf(await lambda.invoke('{}'))).toMatchObject({ errorType: 'TypeError', errorMessage: 'no' });
    expect(answerOf(await lambda.invoke('{}'))).toBe(2);
  });
});

describe('a function that breaks its environment answers an error and gets a fresh one', () => {
  const once = (statement: string) => `let n = 0; export const handler = async (event) => {
    if (event.ok) return ++n; ${statement} };`;

  test.each([
    ['leaves with process.exit', 'process.exit(3);', 'Runtime.ExitError', 'exit status 3'],
    ['leaves with process.exit(0)', 'process.exit(0);', 'Runtime.ExitError', 'without providing a reason'],
    [
      'has an unhandled rejection',
      'void Promise.reject(new Error("lost")); await new Promise(() => {});',
      'Runtime.UnhandledPromiseRejection',
      'lost',
    ],
    [
      'throws outside the handler',
      'setImmediate(() => { throw new RangeError("late"); }); await new Promise(() => {});',
      'RangeError',
      'late',
    ],
  ])('%s', async (_case, statement, errorType, message) => {
    const { lambda } = start(once(statement));
    expect(answerOf(await lambda.invoke('{"ok":true}'))).toBe(1);
    expect(answerOf(await lambda.invoke('{}'))).toMatchObject({
      errorType,
      errorMessage: expect.stringContaining(message),
    });
    expect(answerOf(await lambda.invoke('{"ok":true}'))).toBe(1);
  });

  test('runs over its time limit', async () => {
    const limits: number[] = [];
    const elapsesForTheHandler: Timer = (milliseconds, elapsed) => {
      limits.push(milliseconds);
      if (milliseconds === 3_000 && limits.length === 2) queueMicrotask(elapsed);
      return () => {};
    };
    const { lambda } = start(once('for (;;);'), { timer: elapsesForTheHandler });
    expect(answerOf(await lambda.invoke('{}'))).toMatchObject({
      errorType: 'Sandbox.Timedout',
      errorMessage: 'Error: Task timed out after 3.00 seconds',
    });
    expect(answerOf(await lambda.invoke('{"ok":true}'))).toBe(1);
    expect(limits).toEqual([10_000, 3_000, 10_000, 3_000]);
  });

  test('cannot be loaded: each invocation tries again', async () => {
    const { lambda } = start('throw new SyntaxError("broken");');
    expect(answerOf(await lambda.invoke('{}'))).toMatchObject({ errorType: 'SyntaxError', errorMessage: 'broken' });
    expect(answerOf(await lambda.invoke('{}'))).toMatchObject({ errorType: 'SyntaxError', errorMessage: 'broken' });
  });
});

describe('payload limits', () => {
  test('an event of 6 MB is taken', async () => {
    const { lambda } = start('export const handler = async (event) => event.length;');
    expect(answerOf(await lambda.invoke(JSON.stringify('x'.repeat(6_291_454))))).toBe(6_291_454);
  });

  test('a byte more is refused and the function not invoked', async () => {
    const { lambda, lines } = start('export const handler = async () => console.log("invoked");');
    await expect(lambda.invoke(JSON.stringify('x'.repeat(6_291_455)))).rejects.toThrow(EventTooLargeError);
    expect(lines).toEqual([]);
  });

  test.each([
    [6_291_556, true],
    [6_291_557, false],
  ])('an answer of %i bytes: %s', async (bytes, ok) => {
    const { lambda } = start('export const handler = async (event) => "x".repeat(event - 2);');
    const outcome = await lambda.invoke(String(bytes));
    expect(outcome.ok).toBe(ok);
    if (!ok) expect(answerOf(outcome)).toMatchObject({ errorType: 'Function.ResponseSizeTooLarge' });
  });
});

describe('stopping', () => {
  test('ends what runs and what waits with an error, and leaves no thread', async () => {
    const { lambda } = start('export const handler = () => new Promise(() => {});', { concurrency: 1 });
    const outcomes = [lambda.invoke('{}'), lambda.invoke('{}')];
    await lambda.stop();
    for (const outcome of await Promise.all(outcomes)) {
      expect(answerOf(outcome)).toMatchObject({ errorType: 'Runtime.ExitError' });
    }
  });
});

const commonJsFolder = definitionOf('').folder;
writeFileSync(join(commonJsFolder, 'door.cjs'), 'const all = { main: async () => "cjs" }; module.exports = all;');

/** A handler that answers only once `parties` invocations run side by side. */
const rendezvous = (parties: number): string => `
  import { BroadcastChannel } from 'node:worker_threads';
  const channel = new BroadcastChannel('rendezvous');
  const seen = new Set(['me']);
  channel.onmessage = ({ data }) => { seen.add(data); };
  const me = String(Math.random());
  let n = 0;
  export const handler = async () => {
    n += 1;
    while (seen.size < ${parties}) { channel.postMessage(me); await new Promise((go) => setTimeout(go, 5)); }
    channel.postMessage(me);
    return n;
  };`;
