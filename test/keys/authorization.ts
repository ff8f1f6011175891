import { authorize, type CallerIdentity } from '../../src/keys/authorize.ts';
import { createLog } from '../../src/log.ts';
import { RefusalRecords } from '../../src/records/refusal-records.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import type { Clock } from '../../src/time.ts';
import { plans } from '../support/settings.ts';

/** Returns the caller identity of a secret. For a refused one: the outcome in its record, or `unknown` without a record. */
export async function authorizationOf(
  directory: Directory,
  secret: string,
  clock: Clock,
): Promise<CallerIdentity | string> {
  let outcome = 'unknown';
  const records = {
    ...directory,
    put: async (record: Readonly<Record<string, unknown>>) => {
      outcome = String(record.outcome);
    },
  };
  const refusals = new RefusalRecords({ records, clock, log: createLog('error') });
  return (await authorize(secret, 'mainnet', { directory, plans, refusals, clock })) ?? outcome;
}
