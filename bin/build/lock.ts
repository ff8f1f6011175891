import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

const between = new Int32Array(new SharedArrayBuffer(4));
const pauseMs = 50;

/** Longer than a build takes. An older lock was left behind, also if another process has its number now. */
const longestMs = 5 * 60_000;

/**
 * Runs something while no other process that uses this file as its lock does. After a process was killed, two may run at
 * once: what runs must bear that.
 */
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

function isHeld(file: string): boolean {
  try {
    if (Date.now() - statSync(file).mtimeMs > longestMs) return false;
    const holder = Number(readFileSync(file, 'utf8'));
    // In a container that was started again, a process often has the number of the one before.
    if (holder === process.pid) return false;
    // Empty until its process has written it: 0 is this process's own group, which runs.
    process.kill(holder, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
