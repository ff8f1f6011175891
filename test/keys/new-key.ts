import type { Clock } from '../../src/clock.ts';
import { createKey } from '../../src/keys/create.ts';
import type { Key } from '../../src/keys/directory.ts';
import type { Directory } from '../../src/table/directory.ts';

/** A key made now, with its secret. */
export async function newKey(
  directory: Directory,
  accountId: string,
  name: string,
  clock: Clock,
): Promise<{ readonly key: Key; readonly secret: string }> {
  const created = await createKey(directory, accountId, { name }, clock);
  if (created.replayed) throw new Error('A key without an idempotency key was taken for a repetition.');
  return created;
}
