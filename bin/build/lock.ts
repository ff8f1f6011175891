import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const between = new Int32Array(new SharedArrayBuffer(4));
const pauseMs = 50;

/** Runs something while no other process that uses this file as its lock does. */
export function withLock<T>(file: string, run: () => T): T {
  while (!isTaken(file)) Atomics.wait(between, 0, 0, pauseMs);
  try {
    return run();
  } finally {
    rmSync(file, { force: true });
  }
}

function isTaken(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  }
}

/** A process that was killed leaves its lock behind. */
function isHeld(file: string): boolean {
  try {
    // Empty until its process has written it: 0 is this process's own group, which runs.
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
