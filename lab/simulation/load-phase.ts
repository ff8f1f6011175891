/** Requests of one key at a rate. A rate of 0 is a pause. */
export type LoadPhase = {
  readonly seconds: number;
  readonly perSecond: number;
  /** Default: at random times (a Poisson process). */
  readonly pacing?: 'random' | 'even';
};

/** The times of the requests in ms after the load began, in order. */
export function* requestTimes(phases: readonly LoadPhase[], random: () => number): Generator<number> {
  let start = 0;
  for (const { seconds, perSecond, pacing = 'random' } of phases) {
    const end = start + seconds * 1_000;
    const gapMs = 1_000 / perSecond;
    const gap = pacing === 'even' ? () => gapMs : () => -Math.log(1 - random()) * gapMs;
    // Half a gap after the start, so that no evenly paced request comes at the boundary of two seconds.
    for (let at = start + (pacing === 'even' ? gapMs / 2 : gap()); at < end; at += gap()) yield at;
    start = end;
  }
}

export const secondsOf = (phases: readonly LoadPhase[]): number =>
  phases.reduce((sum, { seconds }) => sum + seconds, 0);
