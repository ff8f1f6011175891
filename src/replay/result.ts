/** What became of a record that was to be put back. */
export type Result =
  /** It is in the stream again, and the tally will count it. */
  | 'replayed'
  /** A replay has put it back before. */
  | 'already replayed'
  /** It was never lost: its row is there, and so it is counted. */
  | 'already there'
  /** All its counters have counted it. */
  | 'already counted'
  /** Nobody can tell whether it is counted, and it was asked to leave it then. */
  | 'skipped'
  /** Nobody can tell whether it is counted, and it was not said what to do. */
  | 'unclear'
  /** Too old: a row that says that it was replayed may be gone. */
  | 'expired'
  /** It does not say which row it belongs to. */
  | 'unreadable';

/** With these, something is left to do. */
export const open: ReadonlySet<Result> = new Set(['unclear', 'expired', 'unreadable']);

/** What to do with a record of which nobody can tell whether it is counted. */
export type Unclear = 'count' | 'skip';
