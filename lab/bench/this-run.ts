import { execFileSync } from 'node:child_process';
import type { Provenance } from './provenance.ts';

const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

// Read once, because a run writes results and pages. Changes of those do not change what is measured.
const hash = git('rev-parse', '--short=8', 'HEAD');
const changes = git('status', '--porcelain', '--untracked-files=no', '--', ':/', ':!*.md', ':!*/results/*');
const commit = changes === '' ? hash : `${hash} with changes`;

/** The provenance of what a command begins to measure now. */
export const thisRun = (command: string): Provenance => ({ commit, date: new Date().toISOString(), command });
