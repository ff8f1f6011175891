import { execFileSync } from 'node:child_process';

/** Runs git in a folder, and returns what it prints. */
export type Git = (...args: string[]) => string;

/** @throws if git fails */
export const gitIn =
  (folder: string): Git =>
  (...args) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
