import type { Span } from '../../api/usage.ts';
import type { ChosenRange } from './range.ts';

const everyMs: Readonly<Record<Span, number>> = { minute: 10_000, hour: 30_000, day: 60_000 };
/** How long after a call its figures may still change: tallies follow within seconds. */
const settlesMs = 60_000;

/** After how many milliseconds a range is looked at again; undefined where nothing can change any more. */
export const refreshEvery = ({ to, span }: Pick<ChosenRange, 'to' | 'span'>, now: number): number | undefined =>
  to === undefined || to > now - settlesMs ? everyMs[span] : undefined;
