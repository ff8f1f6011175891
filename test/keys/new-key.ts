import type { Key } from '../../src/directory/directory-items.ts';
import { createKey } from '../../src/keys/create-key.ts';
import type { ReadCalls } from '../../src/keys/key-slots.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import type { Clock } from '../../src/time.ts';
import { plans } from '../support/settings.ts';

/** Every key has no calls. */
export const noCalls: ReadCalls = async () => 0;

/** Creates a key and returns it with its secret. */
export async function newKey(
  directory: Directory,
  accountId: string,
  name: string,
  clock: Clock,
  readCalls: ReadCalls = noCalls,
): Promise<{ readonly key: Key; readonly secret: string }> {
  const created = await createKey({ directory, plans, clock: clock, readCalls: readCalls }, accountId, { name });
  if (created.replayed) throw new Error('A key without an idempotency key was taken for a repetition.');
  return created;
}
