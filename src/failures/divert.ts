import type { Bucket } from '../aws/bucket.ts';
import { builtIn } from '../built-in.ts';
import type { Clock } from '../clock.ts';
import { type Failure, failureObject } from './failure.ts';

const { randomUUID } = builtIn('node:crypto');

/** Keeps what cannot be counted, all of it or none: gives the name of the object. Rejects when it could not be kept. */
export type Divert = (failures: readonly Failure[]) => Promise<string>;

/** {@link Divert} into one object of a bucket, `tally/YYYY/MM/DD/<time>-<UUID>.json`. */
export const createDivert =
  (bucket: Bucket, clock: Clock): Divert =>
  async (failures) => {
    const at = clock();
    const time = new Date(at).toISOString();
    const name = `tally/${time.slice(0, 10).replaceAll('-', '/')}/${time.replaceAll(':', '.')}-${randomUUID()}.json`;
    await bucket.put(name, failureObject(failures, at));
    return name;
  };
