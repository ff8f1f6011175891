import type { ChildProcess } from 'node:child_process';
import { type TestMessage, timeError } from './hang-limits.ts';

/** A test that waits is ended by its own process. One that still runs then keeps its process from doing so. */
const graceMs = 1_000;

/** Ends a process whose test blocks it. The test's file fails with the error, and the others run in a new process. */
export function endWhenBlocked(worker: ChildProcess): void {
  let timer: NodeJS.Timeout | undefined;
  worker.on('message', (message: Partial<TestMessage>) => {
    if (message.runningTest === undefined) return;
    clearTimeout(timer);
    const test = message.runningTest;
    if (test) timer = setTimeout(() => worker.emit('error', timeError(test)), test.limitMs + graceMs);
  });
  worker.once('exit', () => clearTimeout(timer));
}
