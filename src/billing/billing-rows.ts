import * as v from 'valibot';
import type { Directory, DirectoryWrite } from '../table/directory-table.ts';
import type { EpochMs } from '../time.ts';

// Rows of the Directory that lead to an account. They name it, so that nothing is left of it when it is deleted.

const customerKey = (customerId: string) => ({ pk: `CUSTOMER#${customerId}`, sk: 'CUSTOMER' });
const gracePartition = 'GRACE';

const ownerSchema = v.object({ accountId: v.string() });
const graceSchema = v.object({ accountId: v.string(), endsAt: v.number() });

/** Leads from a customer at Stripe to its account. */
export const customerWrite = (customerId: string, accountId: string): DirectoryWrite => ({
  put: { ...customerKey(customerId), accountId },
});

/** The account of a customer at Stripe. */
export async function accountOfCustomer(directory: Directory, customerId: string): Promise<string | undefined> {
  const item = await directory.get(customerKey(customerId));
  return item && v.parse(ownerSchema, item).accountId;
}

export const deleteCustomerRow = (directory: Directory, customerId: string): Promise<void> =>
  directory.delete(customerKey(customerId));

/** A row exists exactly while a grace period runs. @param endsAt null if none runs */
export function graceWrite(accountId: string, endsAt: EpochMs | null): DirectoryWrite {
  const key = { pk: gracePartition, sk: accountId };
  return endsAt === null ? { delete: key } : { put: { ...key, accountId, endsAt } };
}

/** The end of the grace period that the row of an account names; null without a row. */
export async function graceRowEnd(directory: Directory, accountId: string): Promise<number | null> {
  const item = await directory.get({ pk: gracePartition, sk: accountId });
  return item ? v.parse(graceSchema, item).endsAt : null;
}

export const deleteGraceRow = (directory: Directory, accountId: string): Promise<void> =>
  directory.delete({ pk: gracePartition, sk: accountId });

/** Accounts whose grace period is over. */
export async function* accountsAfterGrace(directory: Directory, now: number): AsyncGenerator<string> {
  for await (const item of directory.query(gracePartition)) {
    const { accountId, endsAt } = v.parse(graceSchema, item);
    if (endsAt <= now) yield accountId;
  }
}
