import * as v from 'valibot';
import { type Account, accountItemSchema, isTombstone } from '../directory/directory-items.ts';
import type { createSignedScan } from '../table/signed-table.ts';

/** All accounts of a scanned directory but deleted ones, in pages. @throws {v.ValiError} */
export async function* accountsIn(scan: ReturnType<typeof createSignedScan>): AsyncGenerator<readonly Account[]> {
  for await (const page of scan({ name: 'sk', equals: 'ACCOUNT' })) {
    yield page.filter((item) => !isTombstone(item)).map((item) => v.parse(accountItemSchema, item));
  }
}
