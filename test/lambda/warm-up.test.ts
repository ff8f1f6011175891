import { expect, test } from '@jest/globals';
import { warmUp } from '../../lambda/warm-up.ts';
import { createLog } from '../../src/log.ts';

function logged() {
  const lines: string[] = [];
  return { lines, log: createLog('info', (line) => lines.push(line)) };
}

test('a warm-up waits for all of its steps', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { lines, log } = logged();
  let warm = false;
  const warmedUp = warmUp([Promise.resolve(), promise], log).then(() => {
    warm = true;
  });
  await Promise.resolve();
  expect(warm).toBe(false);
  resolve();
  await warmedUp;
  expect(lines).toEqual([]);
});

test('a failing step is logged, and the others are still awaited', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { lines, log } = logged();
  const warmedUp = warmUp([Promise.reject(new Error('no way')), promise.then(() => log.info('done'))], log);
  resolve();
  await warmedUp;
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'warn', event: 'warm_up_failed', detail: 'Error: no way' },
    { level: 'info', event: 'done' },
  ]);
});

test('a step that hangs does not delay requests beyond the limit', async () => {
  const { lines, log } = logged();
  await warmUp([new Promise(() => {})], log, 1);
  expect(lines).toEqual([]);
});
