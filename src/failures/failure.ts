/** A record that the tally could not count, as it is kept for a replay. */
export type Failure = {
  /** It cannot be read; or it can, and some of its counters could not be written. */
  readonly reason: 'unreadable' | 'uncounted';
  /** What went wrong, in words. */
  readonly detail: string;
  /** The stream record as it came. */
  readonly event: unknown;
  /** The sort keys of exactly the counters that have not counted it; where it is not given, none has that should. */
  readonly uncounted?: readonly string[];
};

/** The form of the tally's objects in the failure bucket; another form gets another number. */
export const failureVersion = 1;

/** The content of an object in the failure bucket, as JSON. */
export const failureObject = (failures: readonly Failure[], at: number): string =>
  JSON.stringify({ version: failureVersion, writtenAt: new Date(at).toISOString(), failures });
