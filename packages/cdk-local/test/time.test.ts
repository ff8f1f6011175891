import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { backgroundTimer } from '../time.ts';

const run = promisify(execFile);
const timer = new URL('../time.ts', import.meta.url).href;

describe('a background timer', () => {
  test('does not keep the process alive', async () => {
    const program = `
      const { backgroundTimer } = await import(${JSON.stringify(timer)});
      backgroundTimer(3_600_000, () => {});
      process.stdout.write('waits');`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { timeout: 20_000 });
    expect(stdout).toBe('waits');
  });

  test('calls back when time is up, and not where it is cancelled before', async () => {
    const called: string[] = [];
    const cancel = backgroundTimer(1, () => called.push('cancelled'));
    cancel();
    await new Promise<void>((resolve) => {
      // A referenced timer beside it: the process may wait for nothing else.
      const guard = setTimeout(() => {}, 20_000);
      backgroundTimer(2, () => {
        clearTimeout(guard);
        called.push('elapsed');
        resolve();
      });
    });
    expect(called).toEqual(['elapsed']);
  });
});
