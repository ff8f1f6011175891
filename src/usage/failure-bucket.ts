import type { S3Bucket } from '../aws/s3-bucket.ts';
import { builtIn } from '../runtime/built-in.ts';
import type { Clock } from '../time.ts';

const { randomUUID } = builtIn('node:crypto');

/** A stream record that the tally could not count. */
export type FailedRecord = {
  /** `uncounted`: readable, but some of its counters could not be written. */
  readonly reason: 'unreadable' | 'uncounted';
  readonly detail: string;
  /** The stream record as delivered. */
  readonly event: unknown;
  /** Sort keys of the counters that have not counted it. Default: none of its counters has. */
  readonly uncounted?: readonly string[];
};

/** A changed format of the objects needs another number. */
export const failureObjectVersion = 1;

export const failureObject = (failures: readonly FailedRecord[], at: number): string =>
  JSON.stringify({ version: failureObjectVersion, writtenAt: new Date(at).toISOString(), failures });

/** Saves all records or none, and returns the name of the object. Rejects if they could not be saved. */
export type SaveFailures = (failures: readonly FailedRecord[]) => Promise<string>;

/** Saves records as one object, `tally/YYYY/MM/DD/<time>-<UUID>.json`. */
export const createSaveFailures =
  (bucket: S3Bucket, clock: Clock): SaveFailures =>
  async (failures) => {
    const at = clock();
    const time = new Date(at).toISOString();
    const name = `tally/${time.slice(0, 10).replaceAll('-', '/')}/${time.replaceAll(':', '.')}-${randomUUID()}.json`;
    await bucket.put(name, failureObject(failures, at));
    return name;
  };
