import type { Mutant } from './mutate.ts';

/** How many of some mutants the tests have told from the code. */
export type Score = {
  /** A test failed. */
  readonly killed: number;
  /** The tests did not end. */
  readonly timedOut: number;
  readonly survived: number;
  /** No test reaches them: alive, too. */
  readonly unreached: number;
  /** Killed or timed out, in percent of all these. */
  readonly percent: number;
};

/** Mutants that no module could be loaded with count nowhere: no test has judged them. */
export function scoreOf(mutants: readonly Pick<Mutant, 'status'>[]): Score {
  const having = (status: Mutant['status']) => mutants.filter((mutant) => mutant.status === status).length;
  const [killed, timedOut, survived, unreached] = [
    having('Killed'),
    having('Timeout'),
    having('Survived'),
    having('NoCoverage'),
  ];
  const detected = killed + timedOut;
  return { killed, timedOut, survived, unreached, percent: (100 * detected) / (detected + survived + unreached) };
}
