import * as v from 'valibot';
import type { PublicNodeNames } from '../networks/public-node-names.ts';
import type { CallCount, RequestRecord } from '../records/record-schema.ts';
import { readTries, type TryEnd, triesOf } from '../records/tries.ts';
import { toTimestamp } from './schemas/field-schemas.ts';
import { type RequestView, requestColumnNames, requestSchema } from './schemas/request-schema.ts';

const derivedNames = ['tries', 'countedAt', 'countedCalls'] as const;

type StoredName = Exclude<keyof RequestView, (typeof derivedNames)[number]>;

const storedNames = requestColumnNames.filter(
  (name): name is StoredName => !derivedNames.some((derived) => derived === name),
);

/** A record as customers see it. */
export const toRequestView = (record: RequestRecord, nodes: PublicNodeNames): RequestView =>
  v.parse(requestSchema, {
    ...Object.fromEntries(storedNames.map((name) => [name, record[name] ?? null])),
    at: toTimestamp(record.at),
    count: record.count ?? 1,
    calls: withoutTries(record.calls).map((call) => ({ method: null, errorCode: null, ...call })),
    tries: triesView(record, nodes),
    countedAt: record.admittedSecond === undefined ? null : toTimestamp(record.admittedSecond * 1_000),
    countedCalls: countedCalls(record),
  });

/** A record's calls as customers see them: a sum of refusals can have the same call with and without tries. */
export function withoutTries(calls: readonly CallCount[]): CallCount[] {
  const sums = new Map<string, CallCount>();
  for (const { tries: _, ...call } of calls) {
    const name = JSON.stringify([call.outcome, call.method, call.errorCode]);
    sums.set(name, { ...call, count: call.count + (sums.get(name)?.count ?? 0) });
  }
  return [...sums.values()];
}

/** Calls with the same tries went to the nodes together. */
function triesView(record: RequestRecord, nodes: PublicNodeNames): RequestView['tries'] {
  const calls = new Map<string, number>();
  for (const call of record.calls) {
    const tries = triesOf(record, call);
    calls.set(tries, (calls.get(tries) ?? 0) + call.count);
  }
  return [...calls].flatMap(([tries, count]) =>
    readTries(tries).map(({ node, end }) => ({
      node: nodes.of(record.network, node) ?? null,
      end: publicEnd(end),
      calls: count,
    })),
  );
}

/** What a node refuses is between the operator and its provider. */
const publicEnd = (end: TryEnd) => (end === 'refused' ? 'failed' : end);

/** The calls that use the daily quota: those that were admitted and not given back (src/json-rpc/proxy.ts). */
const countedCalls = ({ admittedSecond, calls }: RequestRecord): number =>
  admittedSecond === undefined
    ? 0
    : calls.reduce((sum, { outcome, count }) => sum + (givenBack.has(outcome) ? 0 : count), 0);

const givenBack: ReadonlySet<string> = new Set(['upstream_error', 'internal_error']);
