import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { HistoryPosition, RecordFilter } from '../../src/records/history.ts';
import { overallOutcome } from '../../src/records/record.ts';
import type { CallCount, RequestRecord } from '../../src/records/record-schema.ts';
import { dayMs } from '../../src/time.ts';
import { accountWithHistory, emptyHistoryTables } from './account-with-history.ts';
import { noon } from './record.ts';

let tables: Awaited<ReturnType<typeof emptyHistoryTables>>;

beforeAll(async () => {
  tables = await emptyHistoryTables();
});

const solanaMethods = ['getSlot', 'getBlock'];
const ethereumMethods = ['eth_call', 'eth_getLogs'];
/** Codes with the chain that defines them: both, Solana, Ethereum, none. */
const codes = [-32602, -32007, 3, 4711, undefined];

const call = fc
  .tuple(
    fc.constantFrom(...solanaMethods, ...ethereumMethods, 'made-up', undefined),
    fc.constantFrom('ok', 'rpc_error', 'rpc_error', 'rate_limited', 'upstream_timeout'),
    fc.constantFrom(...codes),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(
    ([method, outcome, errorCode, count]): CallCount => ({
      ...(method !== undefined && { method }),
      outcome,
      ...(outcome === 'rpc_error' && errorCode !== undefined && { errorCode }),
      count,
    }),
  );

const requests = fc.array(
  fc.record({
    key: fc.nat(3),
    at: fc
      .tuple(fc.nat(3), fc.constantFrom(0, 1, 43_200_000, 43_200_001))
      .map(([days, ms]) => noon - days * dayMs - ms),
    network: fc.constantFrom('mainnet', 'eth-mainnet'),
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 40 },
);

const filters: fc.Arbitrary<RecordFilter> = fc.record({
  method: fc.constantFrom(undefined, undefined, 'getSlot', 'eth_call', 'made-up', 'other', 'none'),
  outcome: fc.constantFrom(undefined, undefined, 'ok', 'error', 'rpc_error', 'rate_limited'),
  errorCode: fc.constantFrom<(number | 'other' | undefined)[]>(undefined, undefined, -32602, -32007, 3, 4711, 'other'),
  network: fc.constantFrom(undefined, undefined, 'mainnet', 'eth-mainnet', 'none'),
});

const someKeys = fc.subarray([0, 1, 2, 3], { minLength: 1 });

/** Written out, so that it shares nothing with the code: which calls a filter means. */
function isMeant({ network, calls }: RequestRecord, filter: RecordFilter): boolean {
  const isEthereum = network === 'eth-mainnet';
  const known = isEthereum ? ethereumMethods : solanaMethods;
  const definedCodes = isEthereum ? [-32602, 3] : [-32602, -32007];
  const ofMethod = ({ method }: CallCount) => {
    if (filter.method === 'none') return method === undefined;
    if (filter.method === 'other') return method !== undefined && !known.includes(method);
    return filter.method === undefined || method === filter.method;
  };
  const ofOutcome = ({ outcome }: CallCount) => {
    if (filter.outcome === 'error') return outcome !== 'ok';
    return filter.outcome === undefined || outcome === filter.outcome;
  };
  const ofCode = ({ outcome, errorCode }: CallCount) => {
    if (filter.errorCode === undefined) return true;
    if (outcome !== 'rpc_error') return false;
    if (filter.errorCode === 'other') return errorCode === undefined || !definedCodes.includes(errorCode);
    return errorCode === filter.errorCode;
  };
  if (filter.network !== undefined && filter.network !== network) return false;
  return calls.some((one) => ofMethod(one) && ofOutcome(one) && ofCode(one));
}

const idsOf = (records: readonly RequestRecord[]) => records.map(({ requestId }) => requestId);

describe('a list of requests', () => {
  test('equals a plain filter of all records, for all keys and some, with every filter, on pages of any length', async () => {
    await fc.assert(
      fc.asyncProperty(
        requests,
        fc.array(fc.tuple(filters, fc.option(someKeys, { nil: undefined }), fc.integer({ min: 1, max: 12 })), {
          minLength: 16,
          maxLength: 16,
        }),
        async (made, lists) => {
          const { keyIds, keep, list } = accountWithHistory(tables);
          const kept: RequestRecord[] = [];
          for (const { key, at, calls, network } of made) {
            kept.push(await keep(at, keyIds[key] ?? '', { network, calls, outcome: overallOutcome(calls) }));
          }
          for (const [filter, some, limit] of lists) {
            const listed = some?.map((key) => keyIds[key] ?? '');
            const expected = kept
              .filter(({ keyId }) => !listed || listed.includes(keyId))
              .filter((record) => isMeant(record, filter))
              .toSorted((one, other) => (one.requestId < other.requestId ? 1 : -1));
            const found: RequestRecord[] = [];
            for (let after: HistoryPosition | null | undefined; after !== null; ) {
              const page = await list({ ...filter, limit, after }, listed);
              expect(page.records.length).toBeLessThanOrEqual(limit);
              found.push(...page.records);
              after = page.next;
            }
            expect({ filter, ids: idsOf(found) }).toEqual({ filter, ids: idsOf(expected) });
          }
        },
      ),
      { numRuns: 8 },
    );
  });
});
