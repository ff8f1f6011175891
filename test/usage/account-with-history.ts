import { createLog } from '../../src/log.ts';
import { NetworkChains } from '../../src/network-chains.ts';
import { writeRecord } from '../../src/records/record.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { newRequestId } from '../../src/records/request-id.ts';
import type { KeyRange, Table } from '../../src/table/item-table.ts';
import type { QueryableTable, QueryRange } from '../../src/table/signed-table.ts';
import { dayMs } from '../../src/time.ts';
import { queryAccountHistory } from '../../src/usage/account-history.ts';
import { keyDayOf, markDueUpdate } from '../../src/usage/day-items.ts';
import { emptyTable, emptyUsage } from '../support/dynamodb.ts';
import { networks } from '../support/settings.ts';
import { noon, recordOf } from './record.ts';

const log = createLog('error');
const clock = () => noon;
const chains = new NetworkChains([...networks, { network: 'eth-mainnet', chain: 'ethereum' }]);
let accounts = 0;

type HistoryTables = { readonly records: Table; readonly usage: QueryableTable };

export async function emptyHistoryTables(): Promise<HistoryTables> {
  const [records, usage] = await Promise.all([emptyTable({ sortKey: true }), emptyUsage()]);
  return { records, usage };
}

/** An account with two active keys and two revoked ones, and its history at noon. */
export function accountWithHistory({ records, usage }: HistoryTables) {
  accounts += 1;
  const accountId = `account_${accounts}`;
  const keyIds = ['one', 'two', 'revoked', 'forgotten'].map((name) => `${name}_${accounts}`);
  const queries = { records: 0, usage: 0 };
  const deps = {
    records: {
      ...records,
      queryRange: (range: KeyRange) => {
        queries.records += 1;
        return records.queryRange(range);
      },
    },
    usage: {
      pages: (range: QueryRange) => {
        queries.usage += 1;
        return usage.pages(range);
      },
    },
    chains,
    clock,
  };
  const owner = { accountId, activeKeyIds: keyIds.slice(0, 2) };
  return {
    accountId,
    keyIds,
    queries,
    async keep(
      at: number,
      keyId: string,
      changes: Partial<RequestRecord> = {},
      counted = true,
    ): Promise<RequestRecord> {
      const record = recordOf({ at, keyId, accountId, requestId: newRequestId(at), ...changes });
      await writeRecord(records, log, record, 90);
      if (counted) await usage.update(markDueUpdate(keyDayOf(record)));
      return record;
    },
    /** @param listed default: all keys */
    list: (request: object = {}, listed?: readonly string[]) =>
      queryAccountHistory(deps, listed ? { accountId, keyIds: listed } : owner, {
        from: noon - 30 * dayMs,
        to: Number.POSITIVE_INFINITY,
        limit: 100,
        ...request,
      }),
  };
}
