import { expect, test } from '@jest/globals';
import { createLogs, createProgress, type LogLine } from '../logs.ts';

test('the logs keep the newest lines and tell of each', () => {
  const heard: LogLine[] = [];
  const logs = createLogs((line) => heard.push(line), 2);
  for (let number = 1; number <= 7; number += 1) logs.add('source', String(number));
  expect(logs.lines().map(({ line }) => line)).toEqual(['6', '7']);
  expect(heard).toHaveLength(7);
});

test('a step is told when it is done, with its time; one that fails is not', async () => {
  const lines: string[] = [];
  let now = 1_000;
  const progress = createProgress(
    (line) => lines.push(line),
    () => now,
  );
  const step = progress('Tables', Promise.resolve('made'));
  now += 430;
  expect(await step).toBe('made');
  await expect(progress('Functions', Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(lines).toEqual(['✓ Tables (0.4 s)']);
});
