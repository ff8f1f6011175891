import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Mutant } from './mutate.ts';

/** The number of mutants that the tests have killed. */
export type Score = {
  /** A test failed. */
  readonly killed: number;
  /** A test did not end, or far too late. */
  readonly timedOut: number;
  readonly survived: number;
  /** No test reaches them: alive, too. */
  readonly unreached: number;
  /** Killed or timed out, in percent of all these. */
  readonly percent: number;
};

/** What {@link scoreOf} looks at. */
export type Judged = Pick<Mutant, 'status' | 'statusReason'>;

/** Jest's own words; see environment.ts for how long a test has. */
const isLate = ({ statusReason = '' }: Judged): boolean => statusReason.includes('Exceeded timeout of');

/** Mutants that no module could be loaded with count nowhere: no test has judged them. */
export function scoreOf(mutants: readonly Judged[]): Score {
  const having = (status: Mutant['status']) => mutants.filter((mutant) => mutant.status === status);
  const failed = having('Killed');
  const killed = failed.filter((mutant) => !isLate(mutant)).length;
  const timedOut = failed.length - killed + having('Timeout').length;
  const [survived, unreached] = [having('Survived').length, having('NoCoverage').length];
  const noticed = killed + timedOut;
  return { killed, timedOut, survived, unreached, percent: (100 * noticed) / (noticed + survived + unreached) };
}

const durations = v.record(v.string(), v.record(v.string(), v.number()));

/** The duration of each test without a mutant, in ms, by file and full name. */
export type Durations = v.InferOutput<typeof durations>;

const fileIn = (rootDir: string) => join(rootDir, 'test-durations.json');

/** Undefined in the first run, which has no mutant. */
export const readDurations = (rootDir: string): Durations | undefined =>
  existsSync(fileIn(rootDir)) ? v.parse(durations, JSON.parse(readFileSync(fileIn(rootDir), 'utf8'))) : undefined;

export const writeDurations = (rootDir: string, measured: Durations): void =>
  writeFileSync(fileIn(rootDir), JSON.stringify(measured));
